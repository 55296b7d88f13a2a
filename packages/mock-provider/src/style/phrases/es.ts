import type { Phrases } from './phrases.ts'

export const es: Phrases = {
  greeting: ['¡Hola! ¿En qué puedo ayudarle?', '¡Hola! ¿Qué puedo hacer por usted?'],
  greetingAs: ['Hola, soy {name}. ¿En qué puedo ayudarle?'],
  thanked: ['De nada.', 'Con mucho gusto.'],
  farewell: ['Adiós y hasta pronto.'],
  whoAmI: [
    'Soy {name}, sobre el modelo de práctica: sigo reglas sencillas, no cuesto nada y respondo siempre igual a la misma pregunta. Sé calcular, llamar a sus herramientas, responder a partir de sus textos, rellenar formularios y escribir borradores.',
  ],
  metYou: ['Encantado, {name}.'],
  noted: ['Anotado: {what}.'],
  recalled: ['Usted me dijo ({what}): {value}.'],
  notRecalled: ['Todavía no me lo ha dicho ({what}).'],
  notKnown: [
    'No sé nada sobre «{topic}» fuera de esta conversación. Soy el modelo de práctica, que sigue reglas en lugar de una red entrenada: deme notas o una herramienta de búsqueda, o conecte un modelo real.',
  ],
  cannot: [
    'Para eso hace falta un modelo real. El modelo de práctica sigue reglas sencillas: sabe calcular, llamar a sus herramientas, responder a partir de sus textos, rellenar formularios y escribir borradores.',
  ],
  notInText: ['El texto no dice nada sobre «{topic}».'],
  found: ['Esto es lo que he encontrado.', 'Esto dicen las fuentes.'],
  about: ['Esto es lo que se puede decir sobre {topic}.', 'Unas palabras sobre {topic}.'],
  summary: ['Lo esencial es esto.'],
  sum: ['{expression} = {value}.', 'El resultado es {value} ({expression}).'],
  timeIs: ['Son las {time}.'],
  noClock: ['No tengo reloj propio. Deme una herramienta que dé la hora y la leeré.'],
  toolFailed: ['La herramienta {tool} no pudo hacerlo: {error}'],
  toolDid: ['{tool} respondió: {result}'],
  inShort: ['En resumen, {what}', 'En pocas palabras, {what}'],
  forExample: ['Por ejemplo, {what}'],
  source: ['(Fuente: {source}.)'],
  image: [
    'He recibido {count} imagen(es): {what}. El modelo de práctica lee las cabeceras, no los píxeles.',
  ],
  dear: ['Hola, {name}:'],
  dearNobody: ['Hola:'],
  thanksForWriting: ['Gracias por escribirnos{about}.'],
  sorry: ['Lamentamos las molestias.'],
  nextStep: {
    billing:
      'He pasado su caso a facturación, que revisará el cargo y devolverá cualquier error en cinco días hábiles.',
    technical:
      'Nuestros ingenieros lo están mirando. Mientras tanto, díganos qué versión usa y qué vio en la pantalla.',
    account:
      'Le he enviado un enlace para volver a entrar en su cuenta. Es válido durante una hora.',
    delivery:
      'He preguntado al transportista dónde está su paquete; si no llega en dos días, enviaremos otro.',
    sales: 'Adjunto nuestros planes, y un colega le llamará para elegir el adecuado.',
    other: 'He pasado su mensaje al colega indicado, que le responderá en un día hábil.',
  },
  writingAbout: [
    'Le escribo acerca de: {topic}. ¿Podría decirme cómo y para cuándo podemos resolverlo?',
  ],
  regards: ['Un cordial saludo,'],
  team: 'El equipo de soporte',
  reviewGood: ['Cubre las notas y termina con un resumen: listo.'],
  reviewAdvice: ['Termine con una frase que resuma la respuesta y empiece por «En resumen».'],
  matches: ['La respuesta coincide con la referencia.'],
  differs: ['La respuesta se aparta de la referencia: diga lo que dice la referencia.'],
  stepsLeft: ['Los resultados hasta ahora valen. Pasos que faltan: {left}.'],
  stepMissing: ['Cada paso tiene un resultado, pero queda algo abierto: {step}'],
  stepsFailed: ['{failed} de {count} pasos no dieron nada; la respuesta solo puede decirlo.'],
  goalMet: ['Los {count} pasos tienen un resultado; juntos responden al objetivo.'],
  questions: [
    '¿Qué es {topic}?',
    '¿Cómo funciona {topic} en la práctica?',
    '¿Qué límites y riesgos tiene {topic}?',
    '¿Quién usa {topic} y para qué?',
    '¿Qué alternativas hay a {topic}?',
    '¿Cómo surgió {topic}?',
    '¿Qué cambiará pronto en {topic}?',
  ],
  comparison: [
    '¿Cuáles son los puntos fuertes de {left}?',
    '¿Cuáles son los puntos fuertes de {right}?',
    '¿En qué se diferencian {left} y {right} en la práctica?',
    '¿Cuándo conviene elegir {left} en vez de {right}?',
    '¿Cómo se pasa de {left} a {right}?',
  ],
}
