import type { WriteEnding, WriteJournal, WriteKey } from '../run/write-journal.ts'

type Entry = { begun: number; isOpen: boolean; ending: WriteEnding | null }

/** What is known of calls that write, for as long as the test. */
export function memoryJournal(): WriteJournal {
  const entries = new Map<string, Entry>()
  const idOf = ({ threadId, taskId, callId }: WriteKey) => [threadId, taskId, callId].join(' ')
  return {
    async begin(call) {
      const known = entries.get(idOf(call))
      if (known && !known.isOpen) return known.ending ?? { status: 'begun', begun: known.begun }
      entries.set(idOf(call), { begun: (known?.begun ?? 0) + 1, isOpen: false, ending: null })
      return null
    },
    async end(key, ending) {
      const known = entries.get(idOf(key))
      if (known) known.ending = ending
    },
    async settle(key, begun, ending) {
      const known = entries.get(idOf(key))
      if (known?.begun !== begun || known.ending) return
      if (ending) known.ending = ending
      else known.isOpen = true
    },
  }
}
