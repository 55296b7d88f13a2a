import { Button, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core'
import { usePreferences } from '../../lib/preferences.ts'
import { Keys } from '../../ui/keys.tsx'
import { openKeySheet } from '../../shell/dialog-store.ts'
import styles from './settings-page.module.css'

const SCHEMES = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { hasLetterKeys, setLetterKeys } = usePreferences()

  return (
    <section className={styles.section}>
      <h2>Appearance and keys</h2>
      <p className={styles.hint}>Remembered by this browser.</p>
      <SegmentedControl
        aria-label="Theme"
        data={[...SCHEMES]}
        value={colorScheme}
        onChange={setColorScheme}
      />
      <Switch
        checked={hasLetterKeys}
        onChange={(event) => setLetterKeys(event.currentTarget.checked)}
        label="Single letters act as keys"
        description="Turn off if you dictate, or if your keyboard sends letters you did not mean."
      />
      <div>
        <Button variant="default" rightSection={<Keys keys="?" />} onClick={openKeySheet}>
          Show all keys
        </Button>
      </div>
    </section>
  )
}
