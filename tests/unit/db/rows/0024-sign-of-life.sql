update crash_game_state set alive_at = '2026-03-04T12:00:00.000Z';
