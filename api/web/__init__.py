"""The page that people see at `/`: plain ES modules and one style sheet, served as they lie here."""
