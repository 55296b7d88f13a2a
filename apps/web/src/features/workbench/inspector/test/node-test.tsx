import type { GraphNode } from '@lathe/contract'
import { Button, SegmentedControl } from '@mantine/core'
import { IconFlask, IconPlayerStopFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { errorCode } from '../../../../lib/api/describe-error.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/feedback/error-panel.tsx'
import { focusInvalid } from '../../../../ui/schema-form/use-checked-form.ts'
import { SchemaFields } from '../../../../ui/schema-form/schema-field.tsx'
import { useSchemaForm } from '../../../../ui/schema-form/use-schema-form.ts'
import { usePin } from '../../debug-options.ts'
import { useSetSearch } from '../../use-workbench-search.ts'
import { useDocument, useWorkbench } from '../../workbench-context.ts'
import { VisitPicker, type NodeVisits, useNodeVisits } from '../visits/visit-picker.tsx'
import { TestResult } from './test-result.tsx'
import styles from './test.module.css'
import { firstInputs, testSchema } from './test-inputs.ts'
import { type TestMode, useTestRun } from './use-test-run.ts'

/** Runs this node alone with a state from a run or from the form. */
export function NodeTest({ id, node }: { id: string; node: GraphNode }) {
  const { runGraph } = useWorkbench()
  const visits = useNodeVisits(id)
  if (runGraph?.version === null) {
    return (
      <EmptyState
        title="This is not the draft"
        hint="Tests run the current node. Go back to the draft to test it."
      />
    )
  }
  if (visits.isPending) return null
  return (
    <>
      {visits.runs.length > 0 && (
        <div className={styles.picker}>
          <VisitPicker nodeVisits={visits} />
        </div>
      )}
      <TestForm
        // Selecting another visit resets the form.
        key={visits.detail?.id ?? ''}
        id={id}
        node={node}
        visits={visits}
      />
    </>
  )
}

const LABELS: Record<TestMode, string> = { live: 'Live', recorded: 'Recorded', pinned: 'Pinned' }

type TestFormProps = { id: string; node: GraphNode; visits: NodeVisits }

function TestForm({ id, node, visits }: TestFormProps) {
  const document = useDocument()
  const { example } = useWorkbench()
  const [schema] = useState(() => testSchema(document, id, visits.values))
  const form = useSchemaForm(schema, firstInputs(document, schema, visits.values, example))
  const pin = usePin(id)
  const [mode, setMode] = useState<TestMode>('live')
  const modes: TestMode[] = [
    'live',
    ...(visits.detail ? (['recorded'] as const) : []),
    ...(pin ? (['pinned'] as const) : []),
  ]
  const selectedMode = modes.includes(mode) ? mode : 'live'
  const test = useTestRun(id)
  const setSearch = useSetSearch()
  const ref = useRef<HTMLFormElement>(null)

  const submit = () => {
    if (test.isRunning) return
    const input = form.submit()
    if (!input) return focusInvalid(ref.current, 'textarea')
    test.start({ input, mode: selectedMode, pin, visit: visits.detail })
  }
  return (
    <>
      <form
        ref={ref}
        className={styles.form}
        aria-label="Test this node"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {form.fields.length === 0 ? (
          <p className={styles.note}>This node reads no channels.</p>
        ) : (
          <SchemaFields form={form} />
        )}
        <div className={styles.actions}>
          {modes.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label="Answers"
              value={selectedMode}
              onChange={(value) => setMode(modes.find((option) => option === value) ?? 'live')}
              data={modes.map((value) => ({ value, label: LABELS[value] }))}
            />
          )}
          {test.isRunning ? (
            <Button
              variant="default"
              leftSection={<IconPlayerStopFilled size={14} />}
              onClick={test.cancel}
            >
              Cancel
            </Button>
          ) : (
            <Button type="submit" leftSection={<IconFlask size={14} />} loading={test.isStarting}>
              Run this node
            </Button>
          )}
        </div>
        {selectedMode === 'recorded' && (
          <p className={styles.note}>
            Replays the answers of the selected run without external calls or costs.
          </p>
        )}
        {test.error && <ErrorPanel action="run the node" error={test.error} />}
        {errorCode(test.error) === 'GRAPH_INVALID' && (
          <Button size="xs" variant="default" onClick={() => setSearch({ tab: 'problems' })}>
            Show problems
          </Button>
        )}
      </form>
      {test.runId !== undefined && (
        <TestResult key={test.runId} id={id} node={node} runId={test.runId} store={test.store} />
      )}
    </>
  )
}
