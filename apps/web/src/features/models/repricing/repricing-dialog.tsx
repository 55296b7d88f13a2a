import { Button, Group, Modal, Select, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import {
  formatCost,
  formatExactCost,
  formatExactCount,
  plural,
} from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from './repricing.module.css'
import type { ModelRepricing, Repricing } from '@lathe/contract'
import { addRepricing, nothingRepriced } from '@lathe/traces'

type RepricingDialogProps = { isOpen: boolean; onClose: () => void }

const DAY_MS = 86_400_000

const ranges = [
  { value: '1', label: 'The last 24 hours' },
  { value: '7', label: 'The last 7 days' },
  { value: '30', label: 'The last 30 days' },
  { value: 'all', label: 'Everything' },
]

/** Recalculates costs of past calls with the current price table, after a preview. */
export function RepricingDialog({ isOpen, onClose }: RepricingDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Recalculate past costs" size="xl">
      <RepricingSteps onClose={onClose} />
    </Modal>
  )
}

function RepricingSteps({ onClose }: Pick<RepricingDialogProps, 'onClose'>) {
  const [range, setRange] = useState('30')
  const [from, setFrom] = useState<number>()
  const queryClient = useQueryClient()
  const preview = useRepricing()
  const repricing = useRepricing()
  const { sum: totals } = preview
  const changed = changedIn(totals)

  const loadPreview = () => {
    const start = range === 'all' ? undefined : (Date.now() - Number(range) * DAY_MS) * 1_000
    setFrom(start)
    void preview.start({ kind: 'preview', ...(start !== undefined && { from: start }) })
  }
  const recalculate = async () => {
    const result = await repricing.start({
      kind: 'reprice',
      ...(from !== undefined && { from }),
    })
    void queryClient.invalidateQueries({ queryKey: api.traces.key() })
    void queryClient.invalidateQueries({ queryKey: api.metrics.key() })
    if (!result) return
    showToast(`${plural(changedIn(result), 'call')} recalculated`)
    onClose()
  }

  return (
    <Stack gap="md">
      <p className={styles.note}>
        Each call gets the price that was valid when it was made. Costs that a program reported
        itself do not change. Comparisons keep their costs.
      </p>
      <Group align="end">
        <Select
          label="Period"
          allowDeselect={false}
          data={ranges}
          value={range}
          disabled={preview.isPending || repricing.isPending}
          onChange={(next) => {
            setRange(next ?? 'all')
            preview.reset()
          }}
        />
        {preview.isPending ? (
          <Button variant="default" onClick={preview.reset}>
            Stop
          </Button>
        ) : (
          <Button variant="default" disabled={repricing.isPending} onClick={loadPreview}>
            Preview
          </Button>
        )}
      </Group>
      {preview.error && <ErrorPanel action="preview the new costs" error={preview.error} />}
      {repricing.error && <ErrorPanel action="recalculate the costs" error={repricing.error} />}
      {(preview.isPending || preview.isSuccess) && (
        <p className={styles.note} role="status">
          {plural(totals.traces, 'trace')} checked{preview.isPending && ' so far'}
          {totals.unchanged > 0 && `, ${plural(totals.unchanged, 'call')} with a reported cost`}
        </p>
      )}
      {totals.models.length > 0 && <RepricedTable models={totals.models} />}
      {preview.isSuccess && (
        <Group>
          <Button
            disabled={changed === 0}
            loading={repricing.isPending}
            onClick={() => void recalculate()}
          >
            {changed === 0 ? 'No changes' : `Recalculate ${plural(changed, 'call')}`}
          </Button>
          {repricing.isPending && (
            <span className={styles.note}>{plural(repricing.sum.traces, 'trace')} done</span>
          )}
        </Group>
      )}
    </Stack>
  )
}

const changedIn = ({ models }: { models: { changed: number }[] }) =>
  models.reduce((total, { changed }) => total + changed, 0)

const requests = { preview: client.models.previewRepricing, reprice: client.models.reprice }

type RepricingRequest = { kind: keyof typeof requests; from?: number }

/** Processes past calls in parts and reports the running total. */
function useRepricing() {
  const [totals, setTotals] = useState<Repricing>(nothingRepriced)
  const aborting = useRef(new AbortController())
  const stop = () => aborting.current.abort()
  const { mutateAsync, reset, ...mutation } = useMutation({
    mutationFn: async ({ kind, from }: RepricingRequest) => {
      const { signal } = aborting.current
      let result = nothingRepriced
      do {
        const page = await requests[kind](
          { ...(from !== undefined && { from }), ...(result.next && { after: result.next }) },
          { signal },
        )
        result = addRepricing(result, page)
        setTotals(result)
      } while (result.next && !signal.aborted)
      return result
    },
  })
  useEffect(() => () => aborting.current.abort(), [])
  return {
    ...mutation,
    sum: totals,
    stop,
    /** Returns the total, or undefined if it failed; `error` holds the reason. */
    start: async (kind: RepricingRequest): Promise<Repricing | undefined> => {
      aborting.current = new AbortController()
      setTotals(nothingRepriced)
      return await mutateAsync(kind).catch(() => undefined)
    },
    reset: () => {
      stop()
      setTotals(nothingRepriced)
      reset()
    },
  }
}

/** Current and recalculated cost by model, changed models first. */
function RepricedTable({ models }: { models: readonly ModelRepricing[] }) {
  const rows = models.toSorted((a, b) => b.changed - a.changed || b.calls - a.calls)
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Costs by model">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Calls</th>
            <th scope="col">Changed calls</th>
            <th scope="col">Current cost</th>
            <th scope="col">New cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ model, calls, changed, before, after }) => (
            <tr key={model} data-same={changed === 0 || undefined}>
              <th scope="row">{model}</th>
              <td>{formatExactCount(calls)}</td>
              <td>{formatExactCount(changed)}</td>
              <SideCell totals={before} calls={calls} />
              <SideCell totals={after} calls={calls} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Unknown rather than 0 if no call has a price. */
function SideCell({ totals, calls }: { totals: ModelRepricing['before']; calls: number }) {
  const { cost, unpriced } = totals
  if (unpriced >= calls && cost === 0) return <td>—</td>
  return (
    <td title={formatExactCost(cost)}>
      {formatCost(cost)}
      {unpriced > 0 && ` + ${formatExactCount(unpriced)} unknown`}
    </td>
  )
}
