import { describe, expect, test } from 'vitest'
import { answer, answerText } from '../testing/answer.ts'

describe('the wording follows the prompt', () => {
  const PLAIN = 'An embedding is a list of numbers that stands for the meaning of a text.'

  test.each([
    ['Answer in one sentence.', PLAIN],
    ['Answer in all caps, in one sentence.', PLAIN.toUpperCase()],
    [
      'Talk like a pirate, in one sentence.',
      "Arr! An embeddin' be a list of numbers that stands for the meanin' of a text.",
    ],
    ['Answer in one sentence. Start with "Well,".', `Well, an${PLAIN.slice(2)}`],
    ['Answer in one sentence. End with "Over and out."', `${PLAIN} Over and out.`],
    ['Answer in at most 6 words.', 'An embedding is a list of.'],
  ])('%s', (system, said) => {
    expect(answerText('What is an embedding?', system)).toBe(said)
  })

  test('bullet points', () => {
    expect(answerText('What is an embedding?', 'Use bullet points.')).toMatch(
      /^- An embedding.*\n- Texts about/,
    )
  })

  test('numbered list', () => {
    expect(answerText('What is an embedding?', 'Answer as a numbered list.')).toMatch(
      /^1\. .*\n2\. /,
    )
  })

  test.each([
    ['French', 'Bonjour ! Comment puis-je vous aider ?'],
    ['German', 'Hallo! Wie kann ich Ihnen helfen?'],
    ['Spanish', '¡Hola! ¿En qué puedo ayudarle?'],
  ])('in %s', (language, greeting) => {
    expect(answerText('Hello!', `Reply in ${language}.`)).toBe(greeting)
  })

  test('a name it was given', () => {
    expect(answerText('Hello!', 'Your name is Ada.')).toBe(
      'Hello, I am Ada. How can I help you today?',
    )
  })
})

describe('the plain prompts people try first', () => {
  test.each([
    ['What is 12 * (3 + 4)?', '12 * (3 + 4) = 84.'],
    ['Say "pong"', 'pong'],
    ['Reply with exactly "yes"', 'yes'],
    ['Translate to French: Good morning, how are you?', 'Bonjour, comment allez-vous?'],
    ['My name is Ada.', 'Nice to meet you, Ada.'],
    ['I had a good day.', 'Noted: “I had a good day”.'],
  ])('%s', (question, said) => {
    expect(answerText(question)).toBe(said)
  })

  const BRIEF = 'A checkpoint is a saved copy of a graph’s state after a step.'

  test.each([
    'Answer in one sentence: What is a checkpoint?',
    'Be brief. Use one sentence. What is a checkpoint?',
    'You are a helpful assistant. Answer in one sentence.\n\nWhat is a checkpoint?',
    'Answer in one sentence.\nQ: What is a checkpoint?\nA:',
  ])('how to answer, told in one message with what is asked: %s', (message) => {
    expect(answerText(message)).toBe(BRIEF)
  })

  test('a question that is to be worked at is not answered', () => {
    expect(answerText('Reply to this customer: Can I get a refund?')).toMatch(/^Hello,/)
    expect(answerText('Translate to French: What is your name?')).not.toContain('demo model')
  })

  test('classification into the labels that are named', () => {
    const system =
      'Classify the sentiment of the text as positive, negative or neutral. Answer with one word.'

    expect(answerText('I love this phone, it is great', system)).toBe('positive')
    expect(answerText('The screen broke after a day, I am disappointed', system)).toBe('negative')
    expect(answerText('The phone is black.', system)).toBe('neutral')
  })

  test('a summary made of the main sentences', () => {
    const text =
      'The city council met on Monday. The council decided to build forty new bus stops. The stops will have roofs. A choir sang.'

    const summary = answerText(`Summarise this in two bullet points:\n\n${text}`)

    expect(summary.match(/^- /gm)).toHaveLength(2)
    expect(summary).toContain('council')
  })

  test('an answer from the context and from nothing else', () => {
    const system =
      'Answer from the context.\n\nContext:\nThe Eiffel Tower was finished in 1889. Paris is the capital of France.'

    expect(answerText('What is the capital of France?', system)).toContain(
      'Paris is the capital of France.',
    )
    expect(answerText('Who invented the telephone?', system)).toContain('says nothing about')
  })

  test('an honest word where rules do not reach', () => {
    expect(answerText('Who won the 1930 World Cup?')).toContain('connect a real model')
  })

  test('what was said earlier in the thread', () => {
    const { content } = answer({
      messages: [
        { role: 'user', content: 'My favourite colour is green.' },
        { role: 'assistant', content: 'Noted.' },
        { role: 'user', content: 'What is my favourite colour?' },
      ],
    })

    expect(content).toBe('You told me that your favourite colour is green.')
  })
})
