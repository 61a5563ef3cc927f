import { t } from "@lingui/core/macro";
import { Minus, Plus } from "lucide-react";
import { IconButton } from "../../kit/Button.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Select } from "../../kit/Select.tsx";
import { chooseTheme, type Theme, themes, useTheme } from "../../kit/theme.ts";
import { chooseLanguage, chosenLanguage, type Language, languages } from "../../language/language.ts";
import type { SettingPart } from "./setting.ts";
import { sizes, useTextSize } from "./textSize.ts";

const themeWords: Record<Theme, string> = { system: t`system`, light: t`light`, dark: t`dark` };

/** Each in its own language, so that it is found by who cannot read the one in force. */
const languageNames: Record<Language, string> = { system: t`system`, en: "English", de: "Deutsch" };

/** How the windows look. */
export function useAppearance(): SettingPart {
  const theme = useTheme();
  const { percent, set, step } = useTextSize();
  return {
    id: "appearance",
    head: t`Appearance`,
    settings: [
      {
        name: t`Language`,
        words: t`Of every window. The manual and what the engine says in sentences are English in every language.`,
        also: t`english deutsch german translation`,
        value: (
          <Segmented
            label={t`Language`}
            value={chosenLanguage()}
            options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
            onPick={chooseLanguage}
          />
        ),
      },
      {
        name: t`Theme`,
        words: t`Light, dark, or as the system is set.`,
        also: t`colour dark light contrast`,
        value: (
          <Segmented
            label={t`Theme`}
            value={theme}
            options={themes.map((one) => ({ value: one, label: themeWords[one] }))}
            onPick={chooseTheme}
          />
        ),
      },
      {
        name: t`Text size`,
        words: t`Everything in every window, from 80 to 200 %. Ctrl + and Ctrl − change it, Ctrl 0 puts it back.`,
        also: t`zoom font larger smaller`,
        value: (
          <>
            <IconButton icon={Minus} label={t`Smaller`} keys={["Ctrl −"]} onPress={() => step(-1)} />
            <Select
              label={t`Text size`}
              value={String(percent)}
              options={sizes.map((size) => ({ value: String(size), label: `${size} %` }))}
              onPick={(size) => set(Number(size))}
            />
            <IconButton icon={Plus} label={t`Larger`} keys={["Ctrl +"]} onPress={() => step(1)} />
          </>
        ),
      },
    ],
  };
}
