import { limitsLib, spokenLib, summarizeLib } from './agent.ts'
import { answerLib, choiceLib } from './answer.ts'
import { citedLib, collectionLib, wordsLib } from './collection.ts'
import { failureLib } from './failure.ts'
import { afterLib, fanOutLib, loopsLib } from './loops.ts'
import { presentLib } from './present.ts'
import { replyLib } from './reply.ts'
import { scopeLib } from './scope.ts'
import {
  approvedLib,
  askLib,
  atLib,
  cacheKeyLib,
  callToolLib,
  onlyLib,
  promptLib,
} from './small.ts'
import { templateLib } from './template.ts'
import { toolCallsLib, toolErrorsLib } from './tools.ts'

const LIBS = [
  afterLib,
  answerLib,
  approvedLib,
  askLib,
  atLib,
  cacheKeyLib,
  choiceLib,
  citedLib,
  collectionLib,
  callToolLib,
  failureLib,
  fanOutLib,
  limitsLib,
  loopsLib,
  onlyLib,
  presentLib,
  promptLib,
  replyLib,
  scopeLib,
  spokenLib,
  summarizeLib,
  templateLib,
  toolCallsLib,
  toolErrorsLib,
  wordsLib,
]

/** The parts of a project that are the same in every one: those that `files` import, and what these do. */
export function neededLibs(files: readonly { path: string; text: string }[]) {
  const needed = new Map<string, { path: string; text: string }>()
  let texts = files
  while (texts.length > 0) {
    const found = LIBS.filter(
      ({ path }) => !needed.has(path) && texts.some(({ text }) => imports(text, path)),
    )
    for (const lib of found) needed.set(lib.path, lib)
    texts = found
  }
  return [...needed.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function imports(text: string, path: string): boolean {
  const [, file = ''] = path.split('/')
  return text.includes(`/lib/${file}'`) || text.includes(` from './${file}'`)
}
