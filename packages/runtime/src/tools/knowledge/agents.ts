import type { Article } from './article.ts'

export const agentArticles: readonly Article[] = [
  {
    title: 'What an agent is',
    text: 'An agent is a program in which a language model decides what happens next. The model reads the task and what has happened so far, then either answers or asks for a tool to be called. What the tool returns is added to the conversation, and the model decides again. A fixed sequence of model calls is a workflow; it becomes an agent when the model itself chooses the path.',
  },
  {
    title: 'Tool calling',
    text: 'A tool is a function with a name, a description and a schema for its arguments. The model never runs it: it answers with the name and the arguments it wants, the program runs the function, and the result goes back as a message. Good descriptions matter more than many tools, because the description is all the model knows. Results should be short, and errors should say what to do differently.',
  },
  {
    title: 'Effects of tools',
    text: 'A tool is pure when it only computes, such as a calculator. It reads when it looks at the outside world without changing it, such as a search. It writes when it changes something, such as sending a mail or refunding an order. Tools that write deserve an approval by a person, and they must not run again by accident when a run is repeated.',
  },
  {
    title: 'Prompts and system messages',
    text: 'The system message sets the role, the rules and the form of the answer; user messages bring the task. Instructions work best when they say what to do rather than what to avoid, and when the material to work on is clearly separated from them. A lower temperature gives steadier answers. Small changes of wording can change results, so a prompt is worth versioning and testing like code.',
  },
  {
    title: 'Structured answers',
    text: 'A model can be asked to answer with JSON that satisfies a schema. That turns free text into data a program can rely on: a category from a fixed list, an amount as a number, a list of items. Descriptions on the fields steer the model, and required fields keep it from leaving things out. The answer is still checked against the schema, because a cut-off answer is not valid JSON.',
  },
  {
    title: 'Tokens, cost and latency',
    text: 'Models read and write tokens, pieces of words of about four letters in English. Providers charge for input and output tokens separately, output being dearer, and often less for input that repeats and is cached. Time to first token tells how long a user waits before anything appears; total latency grows with the length of the answer. Long histories cost on every call, so they are summarised or cut.',
  },
  {
    title: 'Evaluating agents',
    text: 'An agent is evaluated on cases: an input and what a good result looks like. Checks can be exact, by pattern, by schema, by code, or by a model that acts as judge. Because answers vary, each case is run several times, and a difference between two prompts only counts when it is larger than chance explains. Failures found in real traces make the best new cases.',
  },
  {
    title: 'Retrieval',
    text: 'Retrieval gives a model text it was not trained on. Documents are split into chunks, each chunk is turned into a vector by an embedding model, and the chunks nearest to the question are put into the prompt. Keyword ranking such as BM25 finds exact names that vectors miss, so the two are often combined. The model should answer only from what was found and name its sources.',
  },
]
