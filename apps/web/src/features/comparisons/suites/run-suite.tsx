import { Button, Select } from '@mantine/core'
import type { ComparisonPlan, RunVersion, SuiteDetail } from '@lathe/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../comparison.module.css'
import { estimateText } from '../plan/run-estimate.ts'
import { usePlanEstimator } from '../plan/use-run-estimate.ts'

const toVersion = (text: string): RunVersion =>
  text === 'published' || text === 'draft' ? text : Number(text)

const NOTHING_RUN = { grid: [], status: 'draft', reusable: [] } as const

/** The plan with this version beside the baseline. */
const withVersion = (plan: ComparisonPlan, agent: string, version: string): ComparisonPlan => ({
  ...plan,
  variants: [
    ...plan.variants,
    {
      key: 'candidate',
      name: version,
      base: { type: 'agent', agent, version: toVersion(version), overrides: {} },
    },
  ],
})

/** Runs a version of the agent against the baseline. */
export function RunSuite({ suite }: { suite: SuiteDetail }) {
  const { id, agent, plan, history } = suite
  const [selectedVersion, setChosen] = useState<string>()
  const queries = useQueryClient()
  const { data: versions = [] } = useQuery(api.agents.versions.queryOptions({ input: { agent } }))
  const { data: found } = useQuery(api.agents.get.queryOptions({ input: { agent } }))
  const isUnpublished = found?.publishedVersion === null
  const version =
    selectedVersion ?? (isUnpublished ? String(versions[0]?.number ?? 'draft') : 'published')
  const compared = useMemo(() => withVersion(plan, agent, version), [plan, agent, version])
  const estimator = usePlanEstimator(compared, NOTHING_RUN)
  const estimate = useMemo(() => estimator?.of({}), [estimator])
  const run = useMutation({
    mutationFn: () => client.suites.run({ id, version: toVersion(version) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.suites.key() }),
    onError: (error) => showToast(`Could not run: ${describeError(error).message}`, 'error'),
  })

  useHotkeys([
    { keys: 'mod+enter', label: 'Run', group: 'Regression suite', run: () => run.mutate() },
  ])

  return (
    <>
      <Select
        aria-label="Version"
        w={200}
        allowDeselect={false}
        data={[
          {
            value: 'published',
            label: isUnpublished ? 'Published version (none yet)' : 'Published version',
            disabled: isUnpublished,
          },
          { value: 'draft', label: 'Draft' },
          ...versions.map(({ number, message }) => ({
            value: String(number),
            label: message === '' ? `v${number}` : `v${number} · ${message.slice(0, 60)}`,
          })),
        ]}
        value={version}
        onChange={(next) => setChosen(next ?? undefined)}
      />
      {estimate && (
        <span className={styles.muted}>
          {/* Earlier runs may already include the results of the baseline. */}
          {estimateText({ ...estimate, isAtMost: estimate.isAtMost || history.length > 0 })}
        </span>
      )}
      <Button
        leftSection={<IconPlayerPlay size={14} />}
        rightSection={<Keys keys="mod+enter" />}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        Run
      </Button>
    </>
  )
}
