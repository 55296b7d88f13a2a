import type { Example } from '@lathe/contract'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Pane } from '../pane.tsx'
import { ExampleEditor } from './example-editor.tsx'
import { GoneExample } from './gone-example.tsx'

type ExamplePaneProps = {
  datasetId: string
  id: string
  example: Example | undefined
  isAwaited: boolean
  /** Set when the example could not be loaded. */
  error: Error | null
  isReadOnly: boolean
}

export function ExamplePane({
  datasetId,
  id,
  example,
  isAwaited,
  error,
  isReadOnly,
}: ExamplePaneProps) {
  if (!example && error && !isAwaited) {
    return (
      <Pane title="Example">
        <ErrorPanel action="load the example" error={error} />
      </Pane>
    )
  }
  if (!example) {
    const title = isAwaited ? 'Example' : 'This example is not in this version'
    return (
      <Pane title={title}>
        {isAwaited && <SkeletonRows contentLabel="the example" count={4} />}
        {!isAwaited && !isReadOnly && <GoneExample datasetId={datasetId} id={id} />}
      </Pane>
    )
  }
  return (
    <Pane title="Example">
      <ExampleEditor datasetId={datasetId} example={example} isReadOnly={isReadOnly} />
    </Pane>
  )
}
