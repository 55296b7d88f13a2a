import type { Hotkey } from '../lib/browser/hotkeys.ts'

export type PaletteEntry = Pick<Hotkey, 'group' | 'label' | 'keys' | 'run'>

/** Listed after the page's own actions. */
const LAST = ['Go to', 'Agents', 'Everywhere']

/**
 * Groups hotkeys for the palette, without hidden ones. If two have the same name, the later
 * declaration wins.
 */
export function paletteGroups(
  hotkeys: readonly Hotkey[],
  otherEntries: readonly PaletteEntry[],
): { group: string; entries: PaletteEntry[] }[] {
  const entries = [...hotkeys.filter((hotkey) => !hotkey.hidden), ...otherEntries]
  const latest = new Map(entries.map((entry) => [`${entry.group} ${entry.label}`, entry]))
  return [...Map.groupBy(latest.values(), (entry) => entry.group)]
    .map(([group, entries]) => ({ group, entries }))
    .sort((a, b) => LAST.indexOf(a.group) - LAST.indexOf(b.group))
}

const ID = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i

/** Entries for a pasted trace or span id, with dashes or in OpenTelemetry format. */
export function idEntries(query: string, open: (id: string) => void): PaletteEntry[] {
  const id = query.trim()
  if (!ID.test(id)) return []
  return [{ group: 'Traces', label: `Open trace or span ${id}`, run: () => open(id) }]
}
