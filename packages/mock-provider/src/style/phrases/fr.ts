import type { Phrases } from './phrases.ts'

export const fr: Phrases = {
  greeting: ['Bonjour ! Comment puis-je vous aider ?', 'Bonjour ! Que puis-je faire pour vous ?'],
  greetingAs: ['Bonjour, je suis {name}. Comment puis-je vous aider ?'],
  thanked: ['Je vous en prie.', 'Avec plaisir.'],
  farewell: ['Au revoir et à bientôt.'],
  whoAmI: [
    'Je suis {name}, sur le modèle d’entraînement : je suis des règles simples, je ne coûte rien et je réponds toujours de la même façon à la même question. Je sais calculer, appeler vos outils, répondre à partir de vos textes, remplir des formulaires et rédiger de petits textes.',
  ],
  metYou: ['Enchanté, {name}.'],
  noted: ['C’est noté : {what}.'],
  recalled: ['Vous m’avez dit ceci (« {what} ») : {value}.'],
  notRecalled: ['Vous ne m’avez pas encore dit cela ({what}).'],
  notKnown: [
    'Je ne sais rien sur « {topic} » en dehors de cette conversation. Je suis le modèle d’entraînement, qui suit des règles au lieu d’un réseau entraîné : donnez-moi des notes ou un outil de recherche, ou connectez un vrai modèle.',
  ],
  cannot: [
    'Cela demande un vrai modèle. Le modèle d’entraînement suit des règles simples : il sait calculer, appeler vos outils, répondre à partir de vos textes, remplir des formulaires et rédiger de petits textes.',
  ],
  notInText: ['Le texte fourni ne dit rien sur « {topic} ».'],
  found: ['Voici ce que j’ai trouvé.', 'Voici ce que disent les sources.'],
  about: ['Voici ce qu’il y a à dire sur ceci : {topic}.', 'Quelques mots sur ceci : {topic}.'],
  summary: ['Voici l’essentiel.'],
  sum: ['{expression} = {value}.', 'Le résultat est {value} ({expression}).'],
  timeIs: ['Il est {time}.'],
  noClock: ['Je n’ai pas d’horloge. Donnez-moi un outil qui donne l’heure et je la lirai.'],
  toolFailed: ['L’outil {tool} n’a pas pu le faire : {error}'],
  toolDid: ['{tool} a répondu : {result}'],
  inShort: ['En bref, {what}', 'En résumé, {what}'],
  forExample: ['Par exemple, {what}'],
  source: ['(Source : {source}.)'],
  image: [
    'J’ai reçu {count} image(s) : {what}. Le modèle d’entraînement lit leurs en-têtes, pas leurs pixels.',
  ],
  dear: ['Bonjour {name},'],
  dearNobody: ['Bonjour,'],
  thanksForWriting: ['Merci de nous avoir écrit{about}.'],
  sorry: ['Je suis désolé de ce désagrément.'],
  nextStep: {
    billing:
      'J’ai transmis votre demande à la facturation, qui vérifiera le montant et remboursera toute erreur sous cinq jours ouvrés.',
    technical:
      'Nos ingénieurs s’en occupent. En attendant, dites-nous quelle version vous utilisez et ce que l’écran affichait.',
    account:
      'Je vous ai envoyé un lien pour retrouver l’accès à votre compte. Il est valable une heure.',
    delivery:
      'J’ai demandé au transporteur où se trouve votre colis ; s’il n’arrive pas sous deux jours, nous en enverrons un autre.',
    sales: 'Je joins nos offres actuelles, et un collègue vous appellera pour choisir la bonne.',
    other: 'J’ai transmis votre message au bon collègue, qui vous répondra sous un jour ouvré.',
  },
  writingAbout: [
    'Je vous écris au sujet de : {topic}. Pourriez-vous me dire comment régler cela, et pour quand ?',
  ],
  regards: ['Cordialement,'],
  team: 'L’équipe d’assistance',
  reviewGood: ['Les notes sont couvertes et le texte se termine par un résumé : c’est prêt.'],
  reviewAdvice: ['Terminez par une phrase qui résume la réponse et commence par « En bref ».'],
  matches: ['La réponse concorde avec la référence.'],
  differs: ['La réponse s’écarte de la référence : reprenez ce que dit la référence.'],
  stepsLeft: ['Les résultats tiennent jusqu’ici. Étapes restantes : {left}.'],
  stepMissing: ['Chaque étape a un résultat, mais un point reste ouvert : {step}'],
  stepsFailed: ['{failed} étapes sur {count} n’ont rien donné ; la réponse ne peut que le dire.'],
  goalMet: ['Les {count} étapes ont un résultat ; ensemble, elles répondent à l’objectif.'],
  questions: [
    'Qu’est-ce que {topic} ?',
    'Comment cela fonctionne-t-il en pratique : {topic} ?',
    'Quelles sont les limites et les risques de {topic} ?',
    'Qui utilise {topic}, et pourquoi ?',
    'Quelles sont les alternatives à {topic} ?',
    'Quelle est l’origine de {topic} ?',
    'Qu’est-ce qui va changer pour {topic} ?',
  ],
  comparison: [
    'Quels sont les points forts de {left} ?',
    'Quels sont les points forts de {right} ?',
    'En quoi {left} et {right} diffèrent-ils en pratique ?',
    'Quand choisir {left} plutôt que {right} ?',
    'Comment passer de {left} à {right} ?',
  ],
}
