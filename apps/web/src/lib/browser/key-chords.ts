const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

const KEY_NAMES: Record<string, string> = { ' ': 'space', esc: 'escape', return: 'enter' }
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead'])

const keyName = (key: string) => KEY_NAMES[key.toLowerCase()] ?? key.toLowerCase()

/** The pressed chord in the format of `parseKeys`. Undefined for a modifier alone. */
export function eventChord(event: KeyboardEvent): string | undefined {
  if (MODIFIERS.has(event.key) || event.isComposing) return undefined
  const key = keyName(event.key)
  // Which characters need Shift depends on the keyboard, so Shift counts only with letters and
  // named keys.
  const countsShift = key.length > 1 || /[a-z]/.test(key)
  const hasMod = isMac ? event.metaKey : event.ctrlKey
  const hasOtherModifier = isMac ? event.ctrlKey : event.metaKey
  return [
    hasMod && 'mod',
    hasOtherModifier && 'meta',
    event.altKey && !event.getModifierState('AltGraph') && 'alt',
    event.shiftKey && countsShift && 'shift',
    key,
  ]
    .filter(Boolean)
    .join('+')
}

/** Normalizes declared keys: modifiers in a fixed order, names in lower case. */
export function parseKeys(keys: string): string {
  return keys
    .trim()
    .split(/\s+/)
    .map((chord) => {
      const parts = chord === '+' ? ['+'] : chord.split('+').map(keyName)
      const key = parts.at(-1) ?? ''
      return [...['mod', 'meta', 'alt', 'shift'].filter((name) => parts.includes(name)), key].join(
        '+',
      )
    })
    .join(' ')
}

const SYMBOLS: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: isMac ? '⇧' : 'Shift',
  enter: '↵',
  escape: 'Esc',
  space: 'Space',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
}

/** Splits declared keys into key caps: `g a` returns `[['G'], ['A']]`. */
export function keyCaps(keys: string): string[][] {
  return parseKeys(keys)
    .split(' ')
    .map((chord) =>
      (chord === '+' ? ['+'] : chord.split('+')).map(
        (part) => SYMBOLS[part] ?? (/^(.|f\d+)$/.test(part) ? part.toUpperCase() : part),
      ),
    )
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[contenteditable="true"]')) return true
  if (target.closest('[role="dialog"], [role="menu"], [role="listbox"]')) return true
  if (target instanceof HTMLInputElement) {
    return !['checkbox', 'radio', 'button', 'submit', 'reset', 'range'].includes(target.type)
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
