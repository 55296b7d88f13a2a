import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { eventChord, isTyping, parseKeys } from './key-chords.ts'
import { usePreferences } from './preferences.ts'

export type Hotkey = {
  /**
   * Keys of a chord are joined by `+`, a sequence by a space: `mod+k`, `g a`, `?`, `shift+j`.
   * Without keys, only the palette lists the action.
   */
  keys?: string
  label: string
  group: string
  run: () => void
  /** Whether the key also works while typing in a field. */
  inFields?: boolean
  /**
   * Handled before the focused field or editor, except inside a dialog: for chords that no text
   * input needs.
   */
  beforeFields?: boolean
  /** Listed by `?` but not in the palette, such as moving by a row. */
  hidden?: boolean
}

type Registry = { hotkeys: Hotkey[]; add: (hotkeys: Hotkey[]) => () => void }

export const useHotkeyRegistry = create<Registry>()((set) => ({
  hotkeys: [],
  add: (newHotkeys) => {
    set((state) => ({ hotkeys: [...state.hotkeys, ...newHotkeys] }))
    return () =>
      set((state) => ({ hotkeys: state.hotkeys.filter((key) => !newHotkeys.includes(key)) }))
  },
}))

/**
 * Registers hotkeys while the component is mounted. If two share a key, the one mounted last wins.
 */
export function useHotkeys(hotkeys: readonly Hotkey[]): void {
  const run = useEffectEvent((index: number) => hotkeys[index]?.run())
  const serialized = JSON.stringify(hotkeys)

  useEffect(() => {
    const parsed = JSON.parse(serialized) as Omit<Hotkey, 'run'>[]
    return useHotkeyRegistry
      .getState()
      .add(parsed.map((hotkey, index) => ({ ...hotkey, run: () => run(index) })))
  }, [serialized])
}

const SEQUENCE_MS = 1_000

type Binding = { keys: string; isFirst: boolean; run: () => void }

/**
 * Starts the single listener. Ignores events that a focused component has handled (default
 * prevented).
 */
export function listenForHotkeys(): () => void {
  let pending: { chord: string; timestamp: number } | undefined

  const handle = (event: KeyboardEvent) => {
    const chord = eventChord(event)
    if (event.defaultPrevented || chord === undefined) return
    if (chord === 'escape' && handlesEscape(event.target)) return
    const isFresh = pending !== undefined && event.timeStamp - pending.timestamp < SEQUENCE_MS
    const sequence = isFresh ? `${pending?.chord} ${chord}` : chord
    pending = undefined

    const bindings = bindingsFor(event).filter(({ isFirst }) => !isFirst)
    const match =
      bindings.find(({ keys }) => keys === sequence) ?? bindings.find(({ keys }) => keys === chord)
    if (match) {
      event.preventDefault()
      match.run()
    } else if (bindings.some(({ keys }) => keys.startsWith(`${chord} `))) {
      pending = { chord, timestamp: event.timeStamp }
    }
  }

  const handleBeforeFields = (event: KeyboardEvent) => {
    const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]')
    const chord = eventChord(event)
    const match = bindingsFor(event).find(({ keys, isFirst }) => isFirst && keys === chord)
    if (!match || isInDialog) return
    event.preventDefault()
    event.stopPropagation()
    match.run()
  }

  document.addEventListener('keydown', handleBeforeFields, { capture: true })
  document.addEventListener('keydown', handle)
  return () => {
    document.removeEventListener('keydown', handleBeforeFields, { capture: true })
    document.removeEventListener('keydown', handle)
  }
}

/** Dialogs and menus handle Escape themselves. */
const handlesEscape = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null

/** Bindings that apply to the event's target, latest first. */
function bindingsFor(event: KeyboardEvent): Binding[] {
  const isInField = isTyping(event.target)
  const { hasLetterKeys } = usePreferences.getState()
  return useHotkeyRegistry
    .getState()
    .hotkeys.flatMap(({ keys, inFields = false, beforeFields = false, run }) => {
      if (keys === undefined || (isInField && !inFields && !beforeFields)) return []
      if (!hasLetterKeys && !keys.includes('mod+')) return []
      return [{ keys: parseKeys(keys), isFirst: beforeFields, run }]
    })
    .toReversed()
}
