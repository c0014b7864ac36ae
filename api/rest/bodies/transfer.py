"""An example of what an import answers."""

from graph.model.transfer import Imported, ImportWay

IMPORTED = Imported(user_id="taro", way=ImportWay.RESTORED, memories=208, nodes=3_102, ties=7_911)
