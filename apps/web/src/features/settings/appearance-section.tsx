import { Button, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core'
import { usePreferences } from '../../lib/browser/preferences.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { openKeySheet } from '../../shell/dialog-store.ts'
import styles from './settings-page.module.css'

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { hasLetterKeys, setLetterKeys } = usePreferences()

  return (
    <section className={styles.section}>
      <h2>Appearance and keyboard</h2>
      <p className={styles.hint}>Saved in this browser.</p>
      <SegmentedControl
        aria-label="Theme"
        data={[...SCHEMES]}
        value={colorScheme}
        onChange={setColorScheme}
      />
      <Switch
        checked={hasLetterKeys}
        onChange={(event) => setLetterKeys(event.currentTarget.checked)}
        label="Single-key shortcuts"
        description="Turn off if you use dictation or if your keyboard sends unintended letters."
      />
      <div>
        <Button variant="default" rightSection={<Keys keys="?" />} onClick={openKeySheet}>
          Show keyboard shortcuts
        </Button>
      </div>
    </section>
  )
}
