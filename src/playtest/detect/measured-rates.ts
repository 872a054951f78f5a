/** What `bench detectors` found when it was last run over everything. Made by `node benches/detector-rates.ts`; not to be edited. */
import type { DetectorBench } from "../../contract/index.ts";

export const measuredRates: Pick<DetectorBench, "seeds" | "kinds"> = {
  "seeds": [
    301,
    302,
    303,
    304
  ],
  "kinds": {
    "house": {
      "sessions": 20,
      "operators": [
        {
          "name": "loop-verbatim",
          "expects": "loop",
          "planted": 60,
          "hits": 60,
          "recall": 1,
          "interval": [
            0.9398,
            1
          ]
        },
        {
          "name": "loop-edited-10",
          "expects": "loop",
          "planted": 59,
          "hits": 59,
          "recall": 1,
          "interval": [
            0.9389,
            1
          ]
        },
        {
          "name": "loop-edited-20",
          "expects": "loop",
          "planted": 60,
          "hits": 60,
          "recall": 1,
          "interval": [
            0.9398,
            1
          ]
        },
        {
          "name": "loop-edited-30",
          "expects": "loop",
          "planted": 60,
          "hits": 60,
          "recall": 1,
          "interval": [
            0.9398,
            1
          ]
        },
        {
          "name": "loop-edited-40",
          "expects": "loop",
          "planted": 60,
          "hits": 59,
          "recall": 0.9833,
          "interval": [
            0.9114,
            0.9971
          ]
        },
        {
          "name": "loop-edited-50",
          "expects": "loop",
          "planted": 60,
          "hits": 51,
          "recall": 0.85,
          "interval": [
            0.7389,
            0.919
          ]
        },
        {
          "name": "loop-paraphrased",
          "expects": "loop",
          "planted": 60,
          "hits": 55,
          "recall": 0.9167,
          "interval": [
            0.8193,
            0.9639
          ]
        },
        {
          "name": "revived-dead",
          "expects": "contradiction",
          "planted": 9,
          "hits": 7,
          "recall": 0.7778,
          "interval": [
            0.4526,
            0.9368
          ]
        },
        {
          "name": "teleport",
          "expects": "contradiction",
          "planted": 44,
          "hits": 44,
          "recall": 1,
          "interval": [
            0.9197,
            1
          ]
        },
        {
          "name": "swapped-name",
          "expects": "contradiction",
          "planted": 35,
          "hits": 34,
          "recall": 0.9714,
          "interval": [
            0.8547,
            0.9949
          ]
        },
        {
          "name": "flipped-lock",
          "expects": "contradiction",
          "planted": 24,
          "hits": 24,
          "recall": 1,
          "interval": [
            0.862,
            1
          ]
        },
        {
          "name": "moved-item",
          "expects": "contradiction",
          "planted": 51,
          "hits": 51,
          "recall": 1,
          "interval": [
            0.93,
            1
          ]
        },
        {
          "name": "spliced-scene",
          "expects": "guide-deviation",
          "planted": 60,
          "hits": 58,
          "recall": 0.9667,
          "interval": [
            0.8864,
            0.9908
          ]
        },
        {
          "name": "ignored-action",
          "expects": "ignored-players",
          "planted": 55,
          "hits": 28,
          "recall": 0.5091,
          "interval": [
            0.3808,
            0.6362
          ]
        },
        {
          "name": "refused-progress",
          "expects": "stuck",
          "planted": 58,
          "hits": 58,
          "recall": 1,
          "interval": [
            0.9379,
            1
          ]
        },
        {
          "name": "secret-leak",
          "expects": "secret-leak",
          "planted": 49,
          "hits": 46,
          "recall": 0.9388,
          "interval": [
            0.8348,
            0.979
          ]
        },
        {
          "name": "blunt-segue",
          "expects": "forced-segue",
          "planted": 59,
          "hits": 59,
          "recall": 1,
          "interval": [
            0.9389,
            1
          ]
        }
      ],
      "detectors": [
        {
          "name": "contradiction",
          "hint": false,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 160,
          "precision": 1,
          "lift": 5.7
        },
        {
          "name": "loop",
          "hint": false,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 404,
          "precision": 1,
          "lift": 3.4
        },
        {
          "name": "forced-segue",
          "hint": false,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 59,
          "precision": 1,
          "lift": 12.1
        },
        {
          "name": "stuck",
          "hint": false,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 58,
          "precision": 1,
          "lift": 2.7
        },
        {
          "name": "confusion",
          "hint": false,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 0,
          "precision": null,
          "lift": null
        },
        {
          "name": "breakdown",
          "hint": false,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 0,
          "precision": null,
          "lift": null
        },
        {
          "name": "secret-leak",
          "hint": false,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 46,
          "precision": 1,
          "lift": 14.1
        },
        {
          "name": "ignored-players",
          "hint": false,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 28,
          "precision": 1,
          "lift": 6.9
        },
        {
          "name": "character-break",
          "hint": true,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 0,
          "precision": null,
          "lift": null
        },
        {
          "name": "guide-deviation",
          "hint": true,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 58,
          "precision": 1,
          "lift": 11.9
        },
        {
          "name": "railroading",
          "hint": true,
          "cleanTurns": 595,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 0,
          "precision": null,
          "lift": null
        }
      ]
    },
    "human": {
      "sessions": 1,
      "operators": [
        {
          "name": "loop-verbatim",
          "expects": "loop",
          "planted": 40,
          "hits": 40,
          "recall": 1,
          "interval": [
            0.9124,
            1
          ]
        },
        {
          "name": "loop-edited-10",
          "expects": "loop",
          "planted": 40,
          "hits": 39,
          "recall": 0.975,
          "interval": [
            0.8712,
            0.9956
          ]
        },
        {
          "name": "loop-edited-20",
          "expects": "loop",
          "planted": 39,
          "hits": 38,
          "recall": 0.9744,
          "interval": [
            0.8682,
            0.9955
          ]
        },
        {
          "name": "loop-edited-30",
          "expects": "loop",
          "planted": 39,
          "hits": 37,
          "recall": 0.9487,
          "interval": [
            0.8311,
            0.9858
          ]
        },
        {
          "name": "loop-edited-40",
          "expects": "loop",
          "planted": 39,
          "hits": 32,
          "recall": 0.8205,
          "interval": [
            0.6733,
            0.9102
          ]
        },
        {
          "name": "loop-edited-50",
          "expects": "loop",
          "planted": 38,
          "hits": 16,
          "recall": 0.4211,
          "interval": [
            0.2785,
            0.5781
          ]
        },
        {
          "name": "revived-dead",
          "expects": "contradiction",
          "planted": 39,
          "hits": 31,
          "recall": 0.7949,
          "interval": [
            0.6447,
            0.8922
          ]
        },
        {
          "name": "teleport",
          "expects": "contradiction",
          "planted": 40,
          "hits": 0,
          "recall": 0,
          "interval": [
            0,
            0.0876
          ]
        },
        {
          "name": "swapped-name",
          "expects": "contradiction",
          "planted": 39,
          "hits": 0,
          "recall": 0,
          "interval": [
            0,
            0.0897
          ]
        },
        {
          "name": "flipped-lock",
          "expects": "contradiction",
          "planted": 38,
          "hits": 33,
          "recall": 0.8684,
          "interval": [
            0.7267,
            0.9425
          ]
        },
        {
          "name": "moved-item",
          "expects": "contradiction",
          "planted": 39,
          "hits": 34,
          "recall": 0.8718,
          "interval": [
            0.7329,
            0.944
          ]
        },
        {
          "name": "spliced-scene",
          "expects": "guide-deviation",
          "planted": 40,
          "hits": 6,
          "recall": 0.15,
          "interval": [
            0.0706,
            0.2907
          ]
        },
        {
          "name": "ignored-action",
          "expects": "ignored-players",
          "planted": 40,
          "hits": 1,
          "recall": 0.025,
          "interval": [
            0.0044,
            0.1288
          ]
        },
        {
          "name": "refused-progress",
          "expects": "stuck",
          "planted": 37,
          "hits": 34,
          "recall": 0.9189,
          "interval": [
            0.787,
            0.972
          ]
        },
        {
          "name": "secret-leak",
          "expects": "secret-leak",
          "planted": 36,
          "hits": 36,
          "recall": 1,
          "interval": [
            0.9036,
            1
          ]
        },
        {
          "name": "blunt-segue",
          "expects": "forced-segue",
          "planted": 33,
          "hits": 33,
          "recall": 1,
          "interval": [
            0.8957,
            1
          ]
        }
      ],
      "detectors": [
        {
          "name": "contradiction",
          "hint": false,
          "cleanTurns": 167,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 98,
          "precision": 1,
          "lift": 4.9
        },
        {
          "name": "loop",
          "hint": false,
          "cleanTurns": 167,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 202,
          "precision": 1,
          "lift": 2.7
        },
        {
          "name": "forced-segue",
          "hint": false,
          "cleanTurns": 167,
          "falseAlarms": 1,
          "per100Turns": 0.6,
          "hits": 33,
          "precision": 0.9706,
          "lift": 6.9
        },
        {
          "name": "stuck",
          "hint": false,
          "cleanTurns": 167,
          "falseAlarms": 7,
          "per100Turns": 4.19,
          "hits": 34,
          "precision": 0.8293,
          "lift": 1.5,
          "note": "without a guide there are no pulses to wait for: any turn that tells something new counts as one"
        },
        {
          "name": "confusion",
          "hint": false,
          "cleanTurns": 3184,
          "falseAlarms": 10,
          "per100Turns": 0.31,
          "hits": 5,
          "precision": 0.3333,
          "lift": 2.2,
          "note": "one player's words after 575 outputs that most of thirty people found broken, and 3184 others; with one player it is a hint until a model confirms it"
        },
        {
          "name": "breakdown",
          "hint": false,
          "cleanTurns": 167,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 0,
          "precision": null,
          "lift": null
        },
        {
          "name": "secret-leak",
          "hint": false,
          "cleanTurns": 167,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 36,
          "precision": 1,
          "lift": 6.6,
          "note": "the secrets are texts of another table, told to one player every twelve turns"
        },
        {
          "name": "ignored-players",
          "hint": false,
          "cleanTurns": 167,
          "falseAlarms": 2,
          "per100Turns": 1.2,
          "hits": 1,
          "precision": 0.3333,
          "lift": 1.2
        },
        {
          "name": "character-break",
          "hint": true,
          "cleanTurns": 167,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 0,
          "precision": null,
          "lift": null
        },
        {
          "name": "guide-deviation",
          "hint": true,
          "cleanTurns": 167,
          "falseAlarms": 13,
          "per100Turns": 7.78,
          "hits": 6,
          "precision": 0.3158,
          "lift": 1.9,
          "note": "the guide is made of the names in the transcript itself"
        },
        {
          "name": "railroading",
          "hint": true,
          "cleanTurns": 167,
          "falseAlarms": 0,
          "per100Turns": 0,
          "hits": 0,
          "precision": null,
          "lift": null
        }
      ]
    }
  }
};
