import { useBench } from '../workbench-context.ts'
import { AnswerItem } from './answer-item.tsx'
import { LiveLines } from './live-lines.tsx'
import { MessageItem } from './message-item.tsx'
import { OutputFields } from './output-fields.tsx'
import { RunErrorPanel } from './run-error-panel.tsx'
import { RunTotals } from './run-totals.tsx'
import { useTurn } from './run-context.ts'
import { StepsList } from './steps-list.tsx'
import { ToolCallItem } from './tool-call-item.tsx'

type TurnBodyProps = {
  onShowNode: (id: string) => void
}

const ITEMS = { message: MessageItem, tool: ToolCallItem, answer: AnswerItem }

/** What a run said and did, how it ended, and what came out. */
export function TurnBody({ onShowNode }: TurnBodyProps) {
  const transcript = useTurn((state) => state.view.transcript)
  const error = useTurn((state) => state.view.error)

  return (
    <>
      {transcript.map(({ type, id }) => {
        const Item = ITEMS[type]
        return <Item key={id} id={id} />
      })}
      <LiveLines />
      {error && <RunErrorPanel error={error} onShowNode={onShowNode} />}
      <Output />
      <StepsList onShowNode={onShowNode} />
      <RunTotals />
    </>
  )
}

function Output() {
  const output = useBench(({ document }) => document.output)
  const state = useBench(({ document }) => document.state)
  const isDone = useTurn((run) => run.view.status === 'success')
  const channels = useTurn((run) => run.view.channels)
  const lastWords = useTurn(({ view }) => {
    const last = view.transcript.at(-1)
    return last?.type === 'message' ? view.messages[last.id]?.text : undefined
  })
  // A conversation is in the transcript already, and so is what was said last.
  const shown = output.filter((name) => state[name]?.type !== 'messages' && name in channels)
  const isSaid = shown.length === 1 && channels[shown[0] ?? ''] === lastWords
  if (!isDone || isSaid || shown.length === 0) return null
  return <OutputFields label="Output" names={shown} values={channels} />
}
