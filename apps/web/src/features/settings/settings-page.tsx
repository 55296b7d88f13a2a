import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PaneBoundary } from '../../ui/feedback/pane-boundary.tsx'
import { ForwardingSection } from './forwarding/forwarding-section.tsx'
import { IngestSection } from './ingest-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { ScoresSection } from './scores/scores-section.tsx'
import styles from './settings-page.module.css'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../lib/api/api.ts'
import { formatBytes, formatDuration } from '../../lib/format/format.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { Button, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core'
import { usePreferences } from '../../lib/browser/preferences.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { openKeySheet } from '../../shell/dialog-store.ts'

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className={styles.column}>
        <AppearanceSection />
        <PaneBoundary contentLabel="server information">
          <AboutSection />
          <IngestSection />
          <PaneBoundary contentLabel="forwarding settings">
            <ForwardingSection />
          </PaneBoundary>
          <PaneBoundary contentLabel="scores">
            <ScoresSection />
          </PaneBoundary>
          <PaneBoundary contentLabel="retention settings">
            <RetentionSection />
          </PaneBoundary>
          <LimitsSection />
        </PaneBoundary>
      </div>
    </>
  )
}

const STORES = { sqlite: 'SQLite', postgres: 'Postgres' }

export function AboutSection() {
  const { data } = useSuspenseQuery(
    api.system.about.queryOptions({ refetchInterval: 5_000, refetchIntervalInBackground: false }),
  )

  return (
    <section className={styles.section}>
      <h2>About this server</h2>
      <dl className={styles.facts}>
        <Fact name="Version">
          {data.version} on Node {data.node}
        </Fact>
        <Fact name="Address">
          {data.url} <CopyButton value={data.url} label="Copy address" />
        </Fact>
        <Fact name={STORES[data.store]}>{data.location}</Fact>
        <Fact name="Runs">
          {data.runs.running} running, {data.runs.queued} queued
        </Fact>
        <Fact name="Memory">{formatBytes(data.memoryBytes)}</Fact>
        <Fact name="Startup time">{formatDuration(data.startedMs)}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

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
