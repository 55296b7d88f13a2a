import type { ReplayMode, Span, Trace } from '@lathe/contract'
import { Button, Modal, Tooltip } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { useWhileHere } from '../../../lib/use-while-here.ts'
import { Keys } from '../../../ui/keys.tsx'
import { PaneBoundary } from '../../../ui/pane-boundary.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import { MODES } from '../modes.ts'
import { FurtherMenu } from './further-menu.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'

const GraphForm = lazyPart(() => import('./graph-form.tsx'), 'GraphForm')

const route = getRouteApi('/traces/$traceId')

type ReplayActionsProps = { trace: Trace; spans: readonly Span[]; selected: Span | undefined }

/** The way from a trace to its replays; where there is none it says why. */
export function ReplayActions({ trace, spans, selected }: ReplayActionsProps) {
  const { replay: mode } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  const refusal = refusalOf(trace)
  const show = (next: ReplayMode | undefined) => {
    if (refusal !== undefined && next !== undefined) return showToast(refusal)
    whileHere(() => navigate({ search: (search) => ({ ...search, replay: next }), replace: true }))
  }
  useHotkeys([
    { keys: 'r', label: 'Replay', group: 'Trace', run: () => show('exact') },
    ...Object.entries(MODES).map(([value, { name }]) => ({
      label: `Replay: ${name.toLowerCase()}`,
      group: 'Trace',
      run: () => show(value as ReplayMode),
    })),
  ])

  return (
    <>
      <Button.Group>
        <Tooltip
          label={refusal ?? 'Run the recording again'}
          multiline={refusal !== undefined}
          {...(refusal !== undefined && { w: 280 })}
        >
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRepeat size={14} />}
            rightSection={<Keys keys="r" />}
            {...(refusal !== undefined && { 'data-disabled': true })}
            aria-disabled={refusal !== undefined}
            aria-haspopup="dialog"
            onClick={() => show('exact')}
          >
            Replay
          </Button>
        </Tooltip>
        {refusal === undefined && <FurtherMenu traceId={trace.id} />}
      </Button.Group>
      {mode !== undefined && refusal === undefined && (
        <Modal opened onClose={() => show(undefined)} title="Replay" size="lg">
          <PaneBoundary loads="the replay's settings">
            <GraphForm {...{ trace, spans, selected, mode }} onMode={show} />
          </PaneBoundary>
        </Modal>
      )}
    </>
  )
}

function refusalOf({ runId, status }: Trace): string | undefined {
  if (runId === null) {
    return 'It came from another program, so nothing of what it asked was recorded. It can be watched and compared.'
  }
  return status === 'running' ? 'It still runs: wait for its end.' : undefined
}
