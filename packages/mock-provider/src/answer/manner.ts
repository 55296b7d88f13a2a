/** How to answer stands before what is asked, in one message. */
export type Told = { manner: string; asked: string }

const LONGEST = 1_000
const QUESTION = /^[^\n]{3,160}\?$/
const ANSWER_HERE = /\n\s*(?:a|answer)\s*:\s*$/i
const PARTS = /(?<=[.:!])\s+|\s*\n\s*/

const MANNER =
  /^(?:(?:please|kindly|always|never|now)\s+)*(?:you are|you're|act as|be|use|keep|do not|don't|answer|reply|respond|explain|describe|tell me|speak|talk|think|q|question)\b/i
/** What is to be worked at follows, and is no question to the model. */
const MATERIAL =
  /\b(?:customers?|clients?|tickets?|e-?mails?|messages?|letters?|texts?|context|notes?|documents?|from|one of|labels?|classif\w+|translat\w+|summar\w+|questions)\b/i

/** "Answer in one sentence: what is a thread?", and not "Reply to this customer: can I get a refund?" */
export function mannerApart(message: string): Told | undefined {
  if (message.length > LONGEST) return undefined
  const parts = message.replace(ANSWER_HERE, '').trim().split(PARTS)
  const asked = parts.pop() ?? ''
  const isTold = parts.every((part) => MANNER.test(part) && !MATERIAL.test(part))
  if (parts.length === 0 || !isTold || !QUESTION.test(asked)) return undefined
  return { manner: parts.join(' '), asked }
}
