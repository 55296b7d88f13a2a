import type { ReplayDetail, GraphDocument } from '@lathe/contract'
import { Button, Group, Modal, Stack, Switch, Textarea } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { mergeDocuments, describeDiff, diffDocuments } from '@lathe/graph'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { formatCost, formatCount, formatDuration } from '../../../lib/format/format.ts'
import { replayVerdict } from '../report/verdict.tsx'

export function PromoteButton({ replay }: { replay: ReplayDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconArrowUp size={14} />}
        onClick={() => setOpen(true)}
        title="Save this graph as a draft or version of the agent"
      >
        Promote…
      </Button>
      {isOpen && <PromoteDialog replay={replay} onClose={() => setOpen(false)} />}
    </>
  )
}

type PromoteDialogProps = { replay: ReplayDetail; onClose: () => void }

/** Saves a replay's graph as a draft, or as a version with evidence in its message. */
function PromoteDialog({ replay, onClose }: PromoteDialogProps) {
  const recorded = useQuery(api.runs.graph.queryOptions({ input: { id: replay.traceId } }))
  const edited = replay.settings.graph
  return (
    <Modal opened onClose={onClose} title="Promote graph" size="lg">
      {recorded.error && <ErrorPanel action="load the recorded graph" error={recorded.error} />}
      {recorded.isPending && <SkeletonRows contentLabel="the recorded graph" count={3} />}
      {recorded.data && edited && (
        <PromoteForm replay={replay} recorded={recorded.data} edited={edited} onClose={onClose} />
      )}
    </Modal>
  )
}

type PromoteFormProps = PromoteDialogProps & { recorded: GraphDocument; edited: GraphDocument }

function PromoteForm({ replay, recorded, edited, onClose }: PromoteFormProps) {
  const [message, setMessage] = useState(() => buildVersionMessage(replay, recorded, edited))
  const [isVersion, setVersion] = useState(true)
  const promote = usePromote(replay.agentSlug, recorded, edited)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        promote.mutate(isVersion ? message.trim() : null, { onSuccess: onClose })
      }}
    >
      <Stack gap="md">
        <Switch
          label="Save as version"
          description="Otherwise it replaces the draft. Other draft changes are kept. Conflicting fields use the replay's value."
          checked={isVersion}
          onChange={({ currentTarget }) => setVersion(currentTarget.checked)}
        />
        {isVersion && (
          <Textarea
            label="Version message"
            autosize
            minRows={4}
            maxRows={12}
            maxLength={2_000}
            data-autofocus
            value={message}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
        )}
        {promote.error && <ErrorPanel action="promote it" error={promote.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={promote.isPending}>
            {isVersion ? 'Save version' : 'Save as draft'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Saves a version with the message, or a draft if it is null. */
function usePromote(agent: string, recorded: GraphDocument, edited: GraphDocument) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (message: string | null) => {
      const draft = await client.agents.draft({ agent })
      const { document } = mergeGraphs(recorded, draft.document, edited)
      const { revision } = await client.agents.saveDraft({
        agent,
        revision: draft.revision,
        document,
      })
      return message === null ? null : client.agents.saveVersion({ agent, revision, message })
    },
    onSuccess: async (version) => {
      void queries.invalidateQueries({ queryKey: api.agents.key() })
      showToast(version ? `Version ${version.number} saved` : 'Saved as draft')
      await navigate(
        version
          ? {
              to: '/agents/$agent/versions',
              params: { agent },
              search: { to: String(version.number) },
            }
          : { to: '/agents/$agent', params: { agent }, search: {} },
      )
    },
  })
}

/** Resolves conflicts in favor of the replay. */
function mergeGraphs(base: GraphDocument, draft: GraphDocument, edited: GraphDocument) {
  const { conflicts } = mergeDocuments(base, draft, edited)
  const choices = Object.fromEntries(conflicts.map(({ key }) => [key, 'theirs' as const]))
  return mergeDocuments(base, draft, edited, choices)
}

/** The suggested version message: the changes and the replay's results. */
function buildVersionMessage(
  { id, traceId, report, mode }: ReplayDetail,
  recorded: GraphDocument,
  edited: GraphDocument,
): string {
  const changes = describeDiff(diffDocuments(recorded, edited))
  const reportLines = report && [
    `Replay ${id} of run ${traceId}: ${replayVerdict(report, mode).text}.`,
    `Input tokens ${pair(report.inputTokens, formatCount)}, output tokens ${pair(report.outputTokens, formatCount)}, cost ${pair(report.cost, formatCost)}, time in calls ${pair(report.callMs, formatDuration)}.`,
  ]
  return [...changes, ...(reportLines ?? [])].join('\n').slice(0, 2_000)
}

function pair<T>(
  { recording, replay }: { recording: T; replay: T },
  format: (value: T) => string,
): string {
  return recording === replay
    ? `${format(recording)} (unchanged)`
    : `${format(recording)} → ${format(replay)}`
}
