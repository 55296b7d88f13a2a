import { Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../lib/api/api.ts'
import { type Hotkey, useHotkeyRegistry } from '../lib/browser/hotkeys.ts'
import { Keys } from '../ui/layout/keys.tsx'
import { paletteStore } from './dialog-store.ts'

/** All hotkey actions of this page, agents by name, and traces by any of their ids. */
export function CommandPalette() {
  const { query } = useSpotlight(paletteStore)
  const groups = paletteGroups(
    useHotkeyRegistry((state) => state.hotkeys),
    [...useAgentEntries(), ...idEntries(query, openTrace)],
  )

  return (
    <Spotlight
      store={paletteStore}
      query={query}
      actions={groups.map(({ group, entries }) => ({
        group,
        actions: entries.map(spotlightAction),
      }))}
      shortcut={null}
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': 'Search or run a command' } }}
      nothingFound="No matching commands"
      highlightQuery
      scrollable
      maxHeight={480}
      searchProps={{
        leftSection: <IconSearch size={16} />,
        placeholder: 'Search or run a command',
        'aria-label': 'Search or run a command',
      }}
    />
  )
}

/** The palette shows its other entries if agents cannot be loaded. */
function useAgentEntries(): PaletteEntry[] {
  const navigate = useNavigate()
  const { opened } = useSpotlight(paletteStore)
  const { data = [] } = useQuery(api.agents.list.queryOptions({ input: {}, enabled: opened }))
  return data.map((agent) => ({
    group: 'Agents',
    label: agent.name,
    run: () => void navigate({ to: '/agents/$agent', params: { agent: agent.slug } }),
  }))
}

/** The server resolves the id, because a trace also has external ids. */
const openTrace = (id: string) => window.location.assign(`/traces/${id}`)

const spotlightAction = ({ group, label, keys, run }: PaletteEntry) => ({
  id: `${group} ${label}`,
  label,
  rightSection: keys === undefined ? undefined : <Keys keys={keys} />,
  onClick: run,
})

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
