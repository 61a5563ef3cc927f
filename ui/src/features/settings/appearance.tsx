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
        words: t`Applies to all windows. The manual and some messages are in English only.`,
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
        words: t`Light, dark or system default.`,
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
        words: t`From 80 to 200 %. Change it with Ctrl + and Ctrl −, reset it with Ctrl 0.`,
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
