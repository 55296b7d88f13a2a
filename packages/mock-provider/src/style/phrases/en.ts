import type { Phrases } from './phrases.ts'

export const en: Phrases = {
  greeting: [
    'Hello! How can I help you today?',
    'Hi! What can I do for you?',
    'Hello there! What shall we look at?',
  ],
  greetingAs: [
    'Hello, I am {name}. How can I help you today?',
    'Hi, {name} here. What can I do for you?',
  ],
  thanked: ['You are welcome.', 'Glad to help.'],
  farewell: ['Goodbye, and see you soon.', 'Until next time.'],
  whoAmI: [
    'I am {name}, running on the demo model: I follow plain rules, so I cost nothing and always answer the same question in the same way. I can do sums, call your tools, answer from the text you give me, fill in forms and write simple drafts.',
  ],
  metYou: ['Nice to meet you, {name}.', 'Good to meet you, {name}!'],
  noted: ['Noted: {what}.', 'I will keep in mind that {what}.'],
  recalled: ['You told me that your {what} is {value}.', 'Your {what} is {value}.'],
  notRecalled: ['You have not told me your {what} yet.'],
  notKnown: [
    'I know nothing about “{topic}” beyond what this conversation says. I am the demo model, which follows rules instead of a trained network: give me notes or a lookup tool to answer from, or connect a real model.',
  ],
  cannot: [
    'That takes a real model. The demo model follows plain rules: it can do sums, call your tools, answer from the text you give it, fill in forms and write simple drafts.',
  ],
  notInText: [
    'The text I was given says nothing about “{topic}”.',
    'I find nothing about “{topic}” in the text.',
  ],
  found: ['Here is what I found.', 'This is what the sources say.'],
  about: [
    'Here is what there is to say about {topic}.',
    'A few words on {topic}.',
    '{topic}, briefly.',
  ],
  summary: ['Here is the gist.', 'The main points are these.'],
  sum: ['{expression} = {value}.', 'The answer is {value} ({expression}).'],
  timeIs: ['It is {time}.', 'The time is {time}.'],
  noClock: ['I have no clock of my own. Give me a tool that tells the time and I will read it.'],
  toolFailed: [
    'The tool {tool} could not do it: {error}',
    'I tried {tool}, but it failed: {error}',
  ],
  toolDid: ['{tool} answered: {result}', 'From {tool}: {result}'],
  inShort: ['In short, {what}', 'To sum up, {what}'],
  forExample: ['For example, {what}'],
  source: ['(Source: {source}.)'],
  image: [
    'I was given {count} image(s): {what}. The demo model reads their headers, not their pixels.',
  ],
  dear: ['Hi {name},', 'Hello {name},'],
  dearNobody: ['Hello,', 'Hi,'],
  thanksForWriting: ['Thank you for getting in touch{about}.', 'Thanks for your message{about}.'],
  sorry: ['I am sorry for the trouble.', 'I apologise for the inconvenience.'],
  nextStep: {
    billing:
      'I have passed this to our billing team, who will check the charge and refund anything that was taken by mistake within five working days.',
    technical:
      'Our engineers are looking into it. In the meantime, please tell us which version you use and what you saw on the screen.',
    account: 'I have sent you a link to get back into your account. It is valid for one hour.',
    delivery:
      'I have asked the carrier where your parcel is and will send a replacement if it does not turn up within two days.',
    sales:
      'I have attached our current plans, and a colleague will call you to find the one that fits.',
    other:
      'I have passed your message to the right colleague, who will come back to you within one working day.',
  },
  writingAbout: [
    'I am writing about {topic}. Could you please tell me how we can settle this, and by when?',
  ],
  regards: ['Best regards,', 'Kind regards,'],
  team: 'The support team',
  reviewGood: ['It covers the notes and closes with a summary: ready to go.'],
  reviewAdvice: ['Close with one sentence that sums up the answer, beginning with "In short".'],
  matches: ['It agrees with the reference.'],
  differs: ['It differs from the reference: say what the reference says.'],
  stepsLeft: ['The results so far hold. Steps that are left: {left}.'],
  stepMissing: ['Every step has a result, but one thing is still open: {step}'],
  stepsFailed: ['{failed} of {count} steps came to nothing; the answer can only say so.'],
  goalMet: ['All {count} steps have a result; together they answer the goal.'],
  questions: [
    'What {is} {topic}?',
    'How {does} {topic} work in practice?',
    'What are the limits and risks of {topic}?',
    'Who uses {topic}, and what for?',
    'What are the alternatives to {topic}?',
    'How did {topic} come about?',
    'What is likely to change about {topic} next?',
  ],
  comparison: [
    'What is {left} good at?',
    'What is {right} good at?',
    'How do {left} and {right} differ in practice?',
    'When should one choose {left} over {right}?',
    'What does it take to move from {left} to {right}?',
  ],
}
