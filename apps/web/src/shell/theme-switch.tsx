import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useHotkeys } from '../lib/browser/hotkeys.ts'

export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const current = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const otherScheme = current === 'light' ? 'dark' : 'light'
  const label = `Switch to the ${otherScheme} theme`
  const handleSwitch = () => setColorScheme(otherScheme)

  useHotkeys([{ label, group: 'Everywhere', run: handleSwitch }])

  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={handleSwitch}>
        {otherScheme === 'dark' ? (
          <IconMoon size={16} stroke={1.5} />
        ) : (
          <IconSun size={16} stroke={1.5} />
        )}
      </ActionIcon>
    </Tooltip>
  )
}
