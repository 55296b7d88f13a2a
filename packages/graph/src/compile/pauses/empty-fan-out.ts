import type { Command, LangGraphRunnableConfig } from '@langchain/langgraph'
import type { GraphDocument } from '@lathe/contract'
import { NodeFailure } from '../failure.ts'
import { leave } from '../routing.ts'
import type { Router } from '../routing.ts'
import type { State } from '../state.ts'

/** Continues a fan-out without elements by the target's next edge. */
export function standIn(document: GraphDocument, id: string, router: Router) {
  const node = document.nodes[id]
  const port = node?.kind === 'branch' ? node.else : null
  return async (state: State, config: LangGraphRunnableConfig): Promise<State | Command> => {
    if (node?.kind === 'ask') {
      throw new NodeFailure(
        'INVALID_INPUT',
        `There is nothing to ask \`${id}\` about: the list is empty`,
        {
          node: id,
          hint: 'Put a branch before it that skips it when the list is empty.',
        },
      )
    }
    return router.isPlain ? {} : leave({}, await router.route(port, state, { path: id, config }))
  }
}
