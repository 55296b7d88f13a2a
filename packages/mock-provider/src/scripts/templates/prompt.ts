import { textAnswer } from '../../answers/answer.ts'
import { splitSentences } from '../../answers/keywords.ts'
import type { TemplateScript } from './template-script.ts'

const QUESTION =
  /^what (?:is|are) (?:an? )?(superstep|checkpoint|reducer|thread)s?(?: in LangGraph)?\s*\??$/i

const ANSWERS: Readonly<Record<string, string>> = {
  superstep:
    'A superstep is one round of a LangGraph run: all nodes that are due run side by side, and their writes are applied together when the last of them has finished. The next superstep then reads the new state. LangGraph saves a checkpoint after each one, so a run can resume from there.',
  checkpoint:
    'A checkpoint is the saved state of a LangGraph run after a superstep: the channel values, and the nodes that run next. A run that was interrupted or that crashed resumes from its last checkpoint.',
  reducer:
    'A reducer combines the old value of a channel with a new write, for example by appending to a list. Without a reducer, the last write replaces the value.',
  thread:
    'A thread is a conversation with an agent. Runs on the same thread share one state, which is saved in checkpoints between them.',
}

/**
 * Answers four questions under any system prompt, because people edit the prompt of this template first. Two edits
 * change the answer, so that a comparison of prompts shows a difference: "one sentence" and "pirate".
 */
export const promptScript: TemplateScript = [
  {
    system: /^/,
    answer({ question, system, tools, format }) {
      const [, topic] = QUESTION.exec(question.trim()) ?? []
      const answer = topic === undefined ? undefined : ANSWERS[topic.toLowerCase()]
      if (answer === undefined || tools.length > 0 || format) return undefined
      const length = /\bone sentence\b/i.test(system) ? 1 : undefined
      const text = splitSentences(answer).slice(0, length).join(' ')
      return textAnswer(/\bpirate\b/i.test(system) ? `Arr, matey! ${text}` : text)
    },
  },
]
