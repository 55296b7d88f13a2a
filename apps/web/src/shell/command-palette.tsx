import { Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../lib/api/api.ts'
import { useHotkeyRegistry } from '../lib/browser/hotkeys.ts'
import { Keys } from '../ui/layout/keys.tsx'
import { paletteStore } from './dialog-store.ts'
import { idEntries, type PaletteEntry, paletteGroups } from './palette-groups.ts'

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
