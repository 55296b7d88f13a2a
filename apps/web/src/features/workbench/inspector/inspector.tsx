import { END, START } from '@lathe/contract'
import { plural } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Keys } from '../../../ui/keys.tsx'
import { noteIndex } from '../notes.ts'
import { onlyOne } from '../store/selection.ts'
import { useBench, useWorkbench } from '../workbench-context.ts'
import { AgentForm } from './agent-form.tsx'
import { EdgeInspector } from './edge-inspector.tsx'
import { EndsInspector } from './ends-inspector.tsx'
import { NodeInspector } from './node-inspector.tsx'
import { NoteInspector } from './note-inspector.tsx'

/** The form of what is selected on the canvas. */
export function Inspector() {
  const { asRan } = useWorkbench()
  const selection = useBench((state) => state.selection)
  const one = onlyOne(selection)
  const count = selection.nodes.length + selection.edges.length

  if (count === 0) return <AgentForm />
  if (!one) {
    return (
      <EmptyState
        title={`${plural(count, 'thing')} selected`}
        hint={
          <>
            <Keys keys="mod+d" /> duplicates, <Keys keys="mod+c" /> copies and{' '}
            <Keys keys="delete" /> deletes them.
          </>
        }
      />
    )
  }
  if (one.type === 'node' && isStep(one.id)) return <NodeInspector id={one.id} />
  return (
    <div inert={asRan !== undefined}>
      {one.type === 'edge' ? (
        <EdgeInspector key={one.key} edgeKey={one.key} />
      ) : one.id === START || one.id === END ? (
        <EndsInspector key={one.id} end={one.id} />
      ) : (
        <NoteInspector key={one.id} id={one.id} />
      )}
    </div>
  )
}

const isStep = (id: string) => id !== START && id !== END && noteIndex(id) === undefined
