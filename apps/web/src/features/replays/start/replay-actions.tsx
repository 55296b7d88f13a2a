import type { ReplayMode, Span, Trace } from '@lathe/contract'
import { Button, Modal, Tooltip, Menu } from '@mantine/core'
import { IconRepeat, IconChevronDown, IconFlask, IconPackage } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { PaneBoundary } from '../../../ui/feedback/pane-boundary.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { MODES } from '../modes.ts'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Suspense } from '../../../ui/feedback/suspense.tsx'
import { client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { saveCapsule } from './save-capsule.ts'

const GraphForm = lazyComponent(() => import('./replay-form.tsx'), 'GraphForm')

const route = getRouteApi('/traces/$traceId')

type ReplayActionsProps = { trace: Trace; spans: readonly Span[]; selected: Span | undefined }

/** Opens the replay dialog, or explains why the trace cannot be replayed. */
export function ReplayActions({ trace, spans, selected }: ReplayActionsProps) {
  const { replay: mode } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const rejection = findRefusal(trace)
  const show = (next: ReplayMode | undefined) => {
    if (rejection !== undefined && next !== undefined) return showToast(rejection)
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
          label={rejection ?? 'Replay the recording'}
          multiline={rejection !== undefined}
          {...(rejection !== undefined && { w: 280 })}
        >
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRepeat size={14} />}
            rightSection={<Keys keys="r" />}
            {...(rejection !== undefined && { 'data-disabled': true })}
            aria-disabled={rejection !== undefined}
            aria-haspopup="dialog"
            onClick={() => show('exact')}
          >
            Replay
          </Button>
        </Tooltip>
        {rejection === undefined && <RecordingMenu traceId={trace.id} />}
      </Button.Group>
      {mode !== undefined && rejection === undefined && (
        <Modal opened onClose={() => show(undefined)} title="Replay" size="lg">
          <PaneBoundary contentLabel="the replay's settings">
            <GraphForm {...{ trace, spans, selected, mode }} onModeChange={show} />
          </PaneBoundary>
        </Modal>
      )}
    </>
  )
}

function findRefusal({ runId, status }: Trace): string | undefined {
  if (runId === null) {
    return 'External traces have no recording and cannot be replayed. They can be watched and compared.'
  }
  return status === 'running' ? 'Wait for the run to end.' : undefined
}

const CapsuleDialog = lazyComponent(() => import('./capsule-dialog.tsx'), 'CapsuleDialog')
const ExportTestDialog = lazyComponent(() => import('./export-test-dialog.tsx'), 'ExportTestDialog')

/** Other actions on a recording. */
function RecordingMenu({ traceId }: { traceId: string }) {
  const [isExporting, setIsExporting] = useState(false)
  const [hasSecrets, setHasSecrets] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" px={6} aria-label="More actions on the recording">
            <IconChevronDown size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFlask size={14} />}
            aria-haspopup="dialog"
            onClick={() => setIsExporting(true)}
          >
            Export as test…
          </Menu.Item>
          <CapsuleItem traceId={traceId} onSecrets={() => setHasSecrets(true)} />
        </Menu.Dropdown>
      </Menu>
      {hasSecrets && (
        <Suspense fallback={null}>
          <CapsuleDialog traceId={traceId} onClose={() => setHasSecrets(false)} />
        </Suspense>
      )}
      {isExporting && (
        <Suspense fallback={null}>
          <ExportTestDialog traceId={traceId} onClose={() => setIsExporting(false)} />
        </Suspense>
      )}
    </>
  )
}

type CapsuleItemProps = {
  traceId: string
  /** The run contains secrets, so the user has to choose. */
  onSecrets: () => void
}

/** Downloads the run, its recording and its graph as one file that another Lathe can replay. */
function CapsuleItem({ traceId, onSecrets }: CapsuleItemProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { secrets } = await client.capsules.secrets({ id: traceId })
      if (secrets.length > 0) onSecrets()
      else await saveCapsule(traceId, 'redact')
    },
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
  return (
    <Menu.Item
      leftSection={<IconPackage size={14} />}
      title="Downloads the run with its recording and graph, to replay it on another server"
      disabled={isPending}
      onClick={() => mutate()}
    >
      Download capsule
    </Menu.Item>
  )
}
