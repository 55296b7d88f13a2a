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
const LEAST_GIB = 0.001
const UNLIMITED: RetentionRule = { project: null, maxAgeDays: null, maxBytes: null }

/** Retention of all projects. Rules of single projects, which only the API sets, stay unchanged. */
export function RetentionSection() {
  const { data } = useSuspenseQuery(api.retention.get.queryOptions({ input: {} }))
  const queries = useQueryClient()
  const [rule, setRule] = useState(data.rules.find(({ project }) => project === null) ?? UNLIMITED)
  const others = data.rules.filter(({ project }) => project !== null)
  const hasLimit = rule.maxAgeDays !== null || rule.maxBytes !== null
  const rules = hasLimit ? [rule, ...others] : others
  const { data: preview } = useQuery(
    api.retention.preview.queryOptions({ input: { rules: hasLimit ? [rule] : [] } }),
  )
  const gone = preview?.[0]?.traces ?? 0
  const kept = preview?.[0]?.kept

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
          onChange={(days) => setRule({ ...rule, maxAgeDays: wholeOf(days) })}
        />
        <NumberEntry
          label="GiB of payloads"
          w={140}
          placeholder="no limit"
          min={LEAST_GIB}
          decimalScale={3}
          value={rule.maxBytes === null ? undefined : rule.maxBytes / GIB}
          onChange={(size) => setRule({ ...rule, maxBytes: bytesOf(size) })}
        />
        <Button onClick={() => void save()}>Save</Button>
      </Group>
      <p className={styles.hint} aria-live="polite">
        {gone === 0
          ? 'No traces would be deleted now.'
          : `${gone.toLocaleString('en')} ${gone === 1 ? 'trace' : 'traces'} would be deleted now.`}
        {kept !== undefined &&
          kept.traces > 0 &&
          ` ${plural(kept.traces, 'older trace')} of ${formatBytes(kept.bytes)} will be kept.`}
      </p>
    </section>
  )
}

const bytesOf = (gib: number | undefined): number | null =>
  gib !== undefined && gib >= LEAST_GIB ? Math.round(gib * GIB) : null

/** Null for an empty field. */
const wholeOf = (given: number | string): number | null =>
  typeof given === 'number' && given >= 1 ? Math.floor(given) : null
