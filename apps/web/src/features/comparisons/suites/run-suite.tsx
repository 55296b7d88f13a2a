import { Button, Select } from '@mantine/core'
import type { RunVersion, Suite } from '@lathe/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { Keys } from '../../../ui/keys.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'

const toVersion = (text: string): RunVersion =>
  text === 'published' || text === 'draft' ? text : Number(text)

/** A version of the agent against the baseline, now. */
export function RunSuite({ suite: { id, agent } }: { suite: Suite }) {
  const [chosen, setChosen] = useState<string>()
  const queries = useQueryClient()
  const { data: versions = [] } = useQuery(api.agents.versions.queryOptions({ input: { agent } }))
  const { data: found } = useQuery(api.agents.get.queryOptions({ input: { agent } }))
  const isUnpublished = found?.publishedVersion === null
  const version = chosen ?? (isUnpublished ? String(versions[0]?.number ?? 'draft') : 'published')
  const run = useMutation({
    mutationFn: () => client.suites.run({ id, version: toVersion(version) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.suites.key() }),
    onError: (error) => showToast(`Could not run it: ${describeError(error).message}`, 'error'),
  })

  useHotkeys([
    { keys: 'mod+enter', label: 'Run', group: 'Regression suite', run: () => run.mutate() },
  ])

  return (
    <>
      <Select
        aria-label="Version to run"
        w={200}
        allowDeselect={false}
        data={[
          {
            value: 'published',
            label: isUnpublished ? 'The published one: there is none yet' : 'The published one',
            disabled: isUnpublished,
          },
          { value: 'draft', label: 'The draft' },
          ...versions.map(({ number, message }) => ({
            value: String(number),
            label: message === '' ? `v${number}` : `v${number} · ${message.slice(0, 60)}`,
          })),
        ]}
        value={version}
        onChange={(next) => setChosen(next ?? undefined)}
      />
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
