/** The names under which prompts hand over their parts. */
export const TOPIC =
  /^(?:the )?(?:research )?(?:topic|subject|theme|title|question|query|user question|request|user request|goal)$/
export const QUESTION = /^(?:the |user(?:'s)? )?(?:question|query|request|task|goal)$/
export const ADVICE =
  /\b(?:advice|feedback|review|reviewer|critique|comments|suggestions|revision|changes)\b/
export const DRAFT =
  /\b(?:draft|submission|candidate|current (?:text|version)|(?:model |ai |assistant(?:'s)? |given )?(?:answer|output|response|reply)|report|article to review)\b/
export const NOTES =
  /\b(?:notes?|context|documents?|sources?|passages?|information|knowledge|findings|research|results?|facts?|background|evidence|excerpts?|answers|material|policy|policies)\b/
export const SOURCE =
  /\b(?:text|ticket|message|e-?mail|document|input|article|transcript|content|passage|invoice|receipt|letter|complaint|review|conversation|data)\b/
export const MANNER =
  /\b(?:style|tone|format|language|rules?|audience|output|instructions?|guidelines|voice|persona)\b/
export const PLAN = /^(?:the |current )?(?:plan|steps)(?: so far)?$/
/** What came of the tasks that were handed out. */
export const DONE = /^(?:the )?(?:findings|results|reports|work)(?: so far)?$/
export const REFERENCE = /\b(?:reference|expected|ground truth|gold|correct answer|ideal)\b/
export const CATEGORY = /\b(?:category|kind|type|queue|urgency|priority|summary)\b/

const ALL = [TOPIC, QUESTION, ADVICE, DRAFT, NOTES, SOURCE, MANNER, PLAN, DONE, REFERENCE, CATEGORY]
const SENTENCE =
  /\b(?:is|are|was|were|you|your|i|we|please|must|should|can|will|with|from|use|write|give|make|do|if|that)\b/
const LONGEST = 4

/** Whether the words before a colon name a part of a prompt, rather than begin a sentence or a line of data. */
export function isLabel(words: string): boolean {
  const label = words.toLowerCase()
  if (label.split(/\s+/).length > LONGEST || SENTENCE.test(label)) return false
  return ALL.some((name) => name.test(label))
}
