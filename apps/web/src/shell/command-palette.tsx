import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type Hotkey, useHotkeyRegistry } from '../lib/hotkeys.ts'
import { Keys } from '../ui/keys.tsx'

/** Everything declared with `useHotkeys` on this page, with its keys. */
export function CommandPalette() {
  const hotkeys = useHotkeyRegistry((state) => state.hotkeys)

  return (
    <Spotlight
      actions={groupsOf(hotkeys)}
      shortcut={null}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': 'Go to or do' } }}
      nothingFound="Nothing by that name"
      highlightQuery
      scrollable
      maxHeight={480}
      searchProps={{
        leftSection: <IconSearch size={16} />,
        placeholder: 'Go to or do',
        'aria-label': 'Go to or do',
      }}
    />
  )
}

/** What this page offers comes first. */
const LAST = ['Go to', 'Everywhere']

function groupsOf(hotkeys: readonly Hotkey[]) {
  const listed = hotkeys.filter((hotkey) => !hotkey.hidden)
  const groups = Map.groupBy(listed, (hotkey) => hotkey.group)
  const inOrder = [...groups].sort(([a], [b]) => LAST.indexOf(a) - LAST.indexOf(b))
  return inOrder.map(([group, members]) => ({
    group,
    actions: members.map((hotkey) => ({
      id: `${group} ${hotkey.label}`,
      label: hotkey.label,
      rightSection: hotkey.keys === undefined ? undefined : <Keys keys={hotkey.keys} />,
      onClick: hotkey.run,
    })),
  }))
}
