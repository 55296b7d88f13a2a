import { textAnswer } from '../../answers/answer.ts'
import type { TemplateScript } from './template-script.ts'

const ANSWERS: readonly (readonly [question: RegExp, answer: string])[] = [
  [
    /\bsuperstep\b/i,
    'A superstep is one round of a LangGraph run: all nodes that are due run side by side, and their writes are applied together when the last of them has finished. The next superstep then reads the new state. LangGraph saves a checkpoint after each one, so a run can resume from there.',
  ],
  [
    /\bcheckpoints?\b/i,
    'A checkpoint is the saved state of a LangGraph run after a superstep: the channel values, and the nodes that run next. A run that was interrupted or that crashed resumes from its last checkpoint.',
  ],
  [
    /\breducers?\b/i,
    'A reducer combines the old value of a channel with a new write, for example by appending to a list. Without a reducer, the last write replaces the value.',
  ],
  [
    /\bthreads?\b/i,
    'A thread is a conversation with an agent. Runs on the same thread share one state, which is saved in checkpoints between them.',
  ],
]

export const promptScript: TemplateScript = [
  {
    system: /^You are a friendly expert\b/,
    answer({ question }) {
      const answer = ANSWERS.find(([pattern]) => pattern.test(question))?.[1]
      return answer === undefined ? undefined : textAnswer(answer)
    },
  },
]
