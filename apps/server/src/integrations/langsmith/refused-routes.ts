import { type RequestHandler, Router } from 'express'
import { notSupported } from '../call.ts'

/** What LangSmith has and Lathe has not, by the addresses its clients ask: told in words, not by silence. */
type Refused = [paths: string[], what: string, instead: string]

const refused: Refused[] = [
  [
    ['/annotation-queues', '/annotation-queues/{*rest}'],
    'An annotation queue',
    'Give feedback to runs instead, or collect them in a dataset.',
  ],
  [
    ['/platform/hub/{*rest}', '/platform/repos/{*rest}', '/agents', '/agents/{*rest}'],
    'The hub of agents and skills',
    'Agents are drawn, versioned and exported in Lathe itself.',
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
  [
    ['/platform/evaluators', '/platform/evaluators/{*rest}', '/runs/rules', '/runs/rules/{*rest}'],
    'An evaluator that runs by itself',
    'Evaluators are part of comparisons and suites.',
  ],
  [
    ['/sessions/:id/dashboard', '/sessions/resolutions'],
    'A dashboard or address of a project',
    'The overview charts each project, and its page has them as CSV.',
  ],
  [
    ['/prompt-webhooks', '/prompt-webhooks/{*rest}'],
    'A webhook of prompts',
    'A prompt’s labels say which version is in use; pull by label.',
  ],
]

const refusedV2: Refused[] = [
  [['/threads/:id/share'], 'Sharing a thread by a link', 'Share its traces one by one.'],
  [
    ['/sandboxes', '/sandboxes/{*rest}'],
    'A sandbox for programs of yours',
    'Code of agents runs in Lathe’s own.',
  ],
]

export const refusedRoutes = () => refusing(refused)
export const refusedRoutesV2 = () => refusing(refusedV2)

function refusing(all: readonly Refused[]): Router {
  const routes = Router()
  for (const [paths, what, instead] of all) routes.all(paths, refuse(what, instead))
  return routes
}

const refuse =
  (what: string, instead: string): RequestHandler =>
  () => {
    throw notSupported(what, instead)
  }
