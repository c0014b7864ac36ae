"""Text exports of messengers: LINE, WhatsApp, and lines of `Name: text`, as turns."""
