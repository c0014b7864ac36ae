// 4 Facts 事実
// What was stated of whom, the surest first: the sentences behind the ties.
// 誰について何が述べられたか、確かな順に。つながりの裏づけとなる文。
// Whose: the one who wrote most. To choose, put  WITH 'me' AS user_id  in place of the next line.
MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1
MATCH (fact:Fact {user_id: user_id})
WHERE fact.holds
WITH fact ORDER BY fact.confidence DESC, fact.id LIMIT 25
MATCH path = (fact)-[:SUBJECT|OBJECT]->(:Entity)
RETURN path LIMIT 100
