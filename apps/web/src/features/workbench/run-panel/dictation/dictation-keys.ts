export const DICTATION_KEYS = 'mod+shift+d'
