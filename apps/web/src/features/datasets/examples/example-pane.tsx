import type { Example } from '@lathe/contract'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { DatasetPane } from '../dataset-pane.tsx'
import { ExampleEditor } from './example-editor.tsx'
import { MissingExample } from './missing-example.tsx'

type ExamplePaneProps = {
  datasetId: string
  id: string
  example: Example | undefined
  isLoading: boolean
  /** Set when the example could not be loaded. */
  error: Error | null
  isReadOnly: boolean
}

export function ExamplePane({
  datasetId,
  id,
  example,
  isLoading,
  error,
  isReadOnly,
}: ExamplePaneProps) {
  if (!example && error && !isLoading) {
    return (
      <DatasetPane title="Example">
        <ErrorPanel action="load the example" error={error} />
      </DatasetPane>
    )
  }
  if (!example) {
    const title = isLoading ? 'Example' : 'This example is not in this version'
    return (
      <DatasetPane title={title}>
        {isLoading && <SkeletonRows contentLabel="the example" count={4} />}
        {!isLoading && !isReadOnly && <MissingExample datasetId={datasetId} id={id} />}
      </DatasetPane>
    )
  }
  return (
    <DatasetPane title="Example">
      <ExampleEditor datasetId={datasetId} example={example} isReadOnly={isReadOnly} />
    </DatasetPane>
  )
}
