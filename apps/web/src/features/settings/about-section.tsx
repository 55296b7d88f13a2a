import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../lib/api/api.ts'
import { formatBytes, formatDuration } from '../../lib/format/format.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import styles from './settings-page.module.css'

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
