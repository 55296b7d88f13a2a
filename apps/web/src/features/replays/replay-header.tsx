import type { ReplayDetail } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { IdChip } from '../../ui/status/id-chip.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { describeError } from '../../lib/api/describe-error.ts'
import { PromoteButton } from './branches/promote-dialog.tsx'
import { settingsText } from './modes.ts'
import styles from './report/report.module.css'
import { useStartReplay } from './start/draft.ts'

export function ReplayHeader({ replay }: { replay: ReplayDetail }) {
  const { id, traceId, settings, status, title } = replay
  const navigate = useNavigate()
  const start = useStartReplay()
  const runAgain = () =>
    start.mutate(
      { traceId, ...settings },
      { onError: (error) => showToast(describeError(error).message, 'error') },
    )
  useHotkeys([
    { keys: 'r', label: 'Run replay again', group: 'Replay', run: runAgain },
    {
      keys: 'escape',
      label: 'Back to recording',
      group: 'Replay',
      run: () => void navigate({ to: '/traces/$traceId', params: { traceId }, search: {} }),
    },
  ])
  return (
    <header className={styles.header}>
      <h1 title={title}>Replay of {title || 'a run'}</h1>
      <span>{settingsText(settings)}</span>
      {/* Success of a replay with recorded answers is not a result. The verdict below is. */}
      {!(status === 'success' && replay.report) && <StatusIcon status={status} hasLabel />}
      <IdChip id={id} objectName="replay" />
      <span className={styles.actions}>
        <Link to="/traces/$traceId" params={{ traceId }} search={{}}>
          Recording
        </Link>
        <Link to="/traces/$traceId" params={{ traceId: id }} search={{}}>
          Trace
        </Link>
        {replay.report && settings.graph && <PromoteButton replay={replay} />}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRepeat size={14} />}
          rightSection={<Keys keys="r" />}
          loading={start.isPending}
          onClick={runAgain}
        >
          Run again
        </Button>
      </span>
    </header>
  )
}
