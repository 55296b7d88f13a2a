import { type RequestHandler, Router } from 'express'
import { notSupported } from '../call.ts'

/** What LangSmith has and Lathe has not, by the addresses its clients ask: told in words, not by silence. */
const refused: [paths: string[], what: string, instead: string][] = [
  [
    ['/annotation-queues', '/annotation-queues/{*rest}'],
    'An annotation queue',
    'Give feedback to runs instead, or collect them in a dataset.',
  ],
  [
    ['/platform/hub/{*rest}', '/platform/repos/{*rest}'],
    'The hub of agents and skills',
    'Agents are drawn, versioned and exported in Lathe itself.',
  ],
  [
    ['/feedback-configs', '/feedback-configs/{*rest}'],
    'A configuration of feedback',
    'Any key takes a score, a value or a comment without one.',
  ],
  [
    ['/datasets/:id/share', '/public/:token/datasets', '/public/:token/examples'],
    'Sharing a dataset by a link',
    'Export it, and import the file elsewhere.',
  ],
  [
    ['/datasets/:id/openai_ft'],
    'A dataset in the form of OpenAI’s fine-tuning',
    'Export it as JSON lines.',
  ],
]

export function refusedRoutes(): Router {
  const routes = Router()
  for (const [paths, what, instead] of refused) routes.all(paths, refuse(what, instead))
  return routes
}

const refuse =
  (what: string, instead: string): RequestHandler =>
  () => {
    throw notSupported(what, instead)
  }
