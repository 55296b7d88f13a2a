import { END, START } from '@lathe/contract'
import { plural } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Keys } from '../../ui/keys.tsx'
import { noteIndex } from '../workbench/notes.ts'
import { onlyOne } from '../workbench/store/selection.ts'
import { useBench } from '../workbench/workbench-context.ts'
import { AgentForm } from './agent-form.tsx'
import { EdgeInspector } from './edge-inspector.tsx'
import { EndsInspector } from './ends-inspector.tsx'
import { NodeInspector } from './node-inspector.tsx'
import { NoteInspector } from './note-inspector.tsx'

/** The form of what is selected on the canvas. */
export function Inspector() {
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
  if (one.type === 'edge') return <EdgeInspector key={one.key} edgeKey={one.key} />
  if (noteIndex(one.id) !== undefined) return <NoteInspector key={one.id} id={one.id} />
  return one.id === START || one.id === END ? (
    <EndsInspector key={one.id} end={one.id} />
  ) : (
    <NodeInspector key={one.id} id={one.id} />
  )
}
