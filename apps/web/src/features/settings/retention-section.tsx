import type { RetentionRule } from '@lathe/contract'
import { Button, Group, NumberInput } from '@mantine/core'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { formatBytes, plural } from '../../lib/format/format.ts'
import { NumberEntry } from '../../ui/fields/number-entry.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './settings-page.module.css'

const GIB = 2 ** 30
/** The minimum the server accepts, a megabyte. */
const MIN_GIB = 0.001
const UNLIMITED: RetentionRule = { project: null, maxAgeDays: null, maxBytes: null }

/** Retention of all projects. Rules of single projects, which only the API sets, stay unchanged. */
export function RetentionSection() {
  const { data } = useSuspenseQuery(api.retention.get.queryOptions({ input: {} }))
  const queries = useQueryClient()
  const [rule, setRule] = useState(data.rules.find(({ project }) => project === null) ?? UNLIMITED)
  const projectRules = data.rules.filter(({ project }) => project !== null)
  const hasLimit = rule.maxAgeDays !== null || rule.maxBytes !== null
  const rules = hasLimit ? [rule, ...projectRules] : projectRules
  const { data: preview } = useQuery(
    api.retention.preview.queryOptions({ input: { rules: hasLimit ? [rule] : [] } }),
  )
  const deletedCount = preview?.[0]?.traces ?? 0
  const keptSummary = preview?.[0]?.exempt

  const save = () =>
    client.retention.set({ rules }).then(
      () => {
        showToast('Saved. Limits are applied every hour.')
        void queries.invalidateQueries({ queryKey: api.retention.key() })
      },
      (error: unknown) => showToast(error instanceof Error ? error.message : 'Not saved', 'error'),
    )

  return (
    <section className={styles.section}>
      <h2>Trace retention</h2>
      <p className={styles.hint}>
        Age counts from when a trace was received. At a limit, the oldest traces are deleted with
        their payloads, attachments and recordings. Charts keep their totals. Past alert incidents
        are deleted by age as well.
      </p>
      <p className={styles.hint}>
        Limits do not delete pinned traces, traces and recordings of comparisons and suites, or
        running traces. They count towards the size. You can still delete any trace by hand.
      </p>
      <Group align="end">
        <NumberInput
          label="Days"
          w={120}
          placeholder="no limit"
          min={1}
          max={36_500}
          allowDecimal={false}
          value={rule.maxAgeDays ?? ''}
          onChange={(days) => setRule({ ...rule, maxAgeDays: toInteger(days) })}
        />
        <NumberEntry
          label="GiB of payloads"
          w={140}
          placeholder="no limit"
          min={MIN_GIB}
          decimalScale={3}
          value={rule.maxBytes === null ? undefined : rule.maxBytes / GIB}
          onChange={(size) => setRule({ ...rule, maxBytes: toBytes(size) })}
        />
        <Button onClick={() => void save()}>Save</Button>
      </Group>
      <p className={styles.hint} aria-live="polite">
        {deletedCount === 0
          ? 'No traces would be deleted now.'
          : `${deletedCount.toLocaleString('en')} ${deletedCount === 1 ? 'trace' : 'traces'} would be deleted now.`}
        {keptSummary !== undefined &&
          keptSummary.traces > 0 &&
          ` ${plural(keptSummary.traces, 'older trace')} of ${formatBytes(keptSummary.bytes)} will be kept.`}
      </p>
    </section>
  )
}

const toBytes = (gib: number | undefined): number | null =>
  gib !== undefined && gib >= MIN_GIB ? Math.round(gib * GIB) : null

/** Null for an empty field. */
const toInteger = (value: number | string): number | null =>
  typeof value === 'number' && value >= 1 ? Math.floor(value) : null
