/** A font every machine has: a picture brings none along, and texts must fit where it is looked at. */
export const FONT = 'system-ui, sans-serif'

export const BODY = { fontFamily: FONT, fontSize: 12 }
export const TITLE = { fontFamily: FONT, fontSize: 14, fontWeight: 600, fill: 'var(--text)' }
export const MUTED = { fill: 'var(--text-muted)' }
